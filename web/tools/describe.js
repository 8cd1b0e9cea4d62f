// Describes TypeScript and JavaScript as JSON. Standard input is {path: source}, standard output {path: facts}; the
// facts are those of package build/source.
import { readFileSync, writeFileSync } from "node:fs";
import ts from "typescript";

const operations = new Map([
  [ts.SyntaxKind.PlusToken, (a, b) => a + b],
  [ts.SyntaxKind.MinusToken, (a, b) => a - b],
  [ts.SyntaxKind.AsteriskToken, (a, b) => a * b],
  [ts.SyntaxKind.SlashToken, (a, b) => a / b],
  [ts.SyntaxKind.AsteriskAsteriskToken, (a, b) => a ** b],
  [ts.SyntaxKind.LessThanLessThanToken, (a, b) => a << b],
]);

/** Returns the value of a numeric expression, or undefined. It can refer to constants that are already known. */
function evaluate(node, constants) {
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (ts.isIdentifier(node)) return constants.get(node.text);
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) {
    return evaluate(node.expression, constants);
  }
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.MinusToken) {
    const operand = evaluate(node.operand, constants);
    return operand === undefined ? undefined : -operand;
  }
  if (ts.isBinaryExpression(node)) {
    const left = evaluate(node.left, constants);
    const right = evaluate(node.right, constants);
    if (left !== undefined && right !== undefined) return operations.get(node.operatorToken.kind)?.(left, right);
  }
  return undefined;
}

const isNamed = (node) =>
  node !== undefined && (ts.isIdentifier(node) || ts.isPrivateIdentifier(node) || ts.isStringLiteral(node));
const withoutHash = (name) => name.replace(/^#/, "");

/** Returns the strings that a type is a union of, or undefined. */
function unionOf(type) {
  const members = ts.isUnionTypeNode(type) ? type.types : [type];
  return members.every((one) => ts.isLiteralTypeNode(one) && ts.isStringLiteral(one.literal))
    ? members.map((one) => one.literal.text)
    : undefined;
}

/** Returns the strings that an expression lists, or undefined. */
function listOf(expression) {
  const list = ts.isAsExpression(expression) ? expression.expression : expression;
  return ts.isArrayLiteralExpression(list) && list.elements.every((one) => ts.isStringLiteral(one))
    ? list.elements.map((one) => one.text)
    : undefined;
}

/** Returns the names of an interface's own members. */
function membersOf({ members }) {
  const names = (is) => [...new Set(members.filter(is).map(({ name }) => name.text))];
  return { properties: names(ts.isPropertySignature), methods: names(ts.isMethodSignature) };
}

/** Reports whether a node is `import.meta.url`. */
const isModuleURL = (node) =>
  node !== undefined &&
  ts.isPropertyAccessExpression(node) &&
  ts.isMetaProperty(node.expression) &&
  node.name.text === "url";

function describe(path, source) {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const facts = {
    numbers: [],
    interfaces: {},
    unions: {},
    lists: {},
    texts: [],
    sheets: [],
    imports: [],
    addresses: [],
    isModule: ts.isExternalModule(file),
    importMeta: false,
  };
  const constants = new Map();

  /** Notes the number that a name is given, which can be inside of other names: `limits.size`. */
  function addNumber(names, value) {
    const number = ts.isIdentifier(value) ? undefined : evaluate(value, constants);
    if (number === undefined) return;
    if (names.length === 1 && !constants.has(names[0])) constants.set(names[0], number);
    facts.numbers.push({ name: names.join("."), value: number });
  }

  function addImport(specifier, dynamic) {
    // Comments in the line of the parenthesis count as trailing it.
    const comments = [ts.getTrailingCommentRanges, ts.getLeadingCommentRanges]
      .flatMap((ranges) => ranges(source, specifier.pos) ?? [])
      .map(({ pos, end }) => source.slice(pos, end));
    facts.imports.push({ path: ts.isStringLiteral(specifier) ? specifier.text : "", dynamic, comments });
  }

  function visit(node, names) {
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier !== undefined) {
      addImport(node.moduleSpecifier, false);
      return;
    }
    if (ts.isMetaProperty(node) && node.keywordToken === ts.SyntaxKind.ImportKeyword) facts.importMeta = true;
    if (ts.isInterfaceDeclaration(node)) facts.interfaces[node.name.text] = membersOf(node);
    if (ts.isTypeAliasDeclaration(node)) facts.unions[node.name.text] = unionOf(node.type);
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      addImport(node.arguments[0], true);
    }
    if (ts.isNewExpression(node) && node.expression.getText() === "URL" && isModuleURL(node.arguments?.[1])) {
      const [address] = node.arguments;
      if (ts.isStringLiteralLike(address)) facts.addresses.push(address.text);
    }
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === "css") {
      if (ts.isNoSubstitutionTemplateLiteral(node.template)) facts.sheets.push(node.template.text);
    }
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      facts.texts.push(node.text);
    }
    if (ts.isFunctionLike(node) || ts.isClassLike(node)) names = [];
    if (isNamed(node.name) && node.initializer !== undefined) {
      names = [...names, withoutHash(node.name.text)];
      addNumber(names, node.initializer);
      if (ts.isVariableDeclaration(node)) facts.lists[node.name.text] = listOf(node.initializer);
    }
    ts.forEachChild(node, (child) => visit(child, names));
  }
  visit(file, []);
  return facts;
}

const files = Object.entries(JSON.parse(readFileSync(0, "utf8")));
writeFileSync(1, JSON.stringify(Object.fromEntries(files.map(([path, source]) => [path, describe(path, source)]))));
