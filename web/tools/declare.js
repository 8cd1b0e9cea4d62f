// Prints the declarations of modules, and of those that they name, as JSON: {module: text}. Arguments are the folder
// with tsconfig.json and the modules, as paths below its src without an extension.
import { writeFileSync } from "node:fs";
import { join, posix } from "node:path";
import ts from "typescript";

/** Replaces parts of a text: each edit is [start, end, text]. */
function edited(text, edits) {
  for (const [start, end, replacement] of edits.toSorted(([a], [b]) => b - a)) {
    text = text.slice(0, start) + replacement + text.slice(end);
  }
  return text;
}

/** Reports whether a module contains only types. */
function hasOnlyTypes(file) {
  return file.statements.every(
    (one) =>
      ts.isInterfaceDeclaration(one) ||
      ts.isTypeAliasDeclaration(one) ||
      ts.isImportDeclaration(one) ||
      ts.isExportDeclaration(one),
  );
}

/** Returns the source of a module of types with trailing comments of fields before them, where editors show them. */
function withComments(file) {
  const { text } = file;
  const edits = [];
  for (const { members } of file.statements.filter(ts.isInterfaceDeclaration)) {
    for (const member of members) {
      const [comment] = ts.getTrailingCommentRanges(text, member.end) ?? [];
      if (comment?.kind !== ts.SyntaxKind.SingleLineCommentTrivia) continue;
      const start = member.getStart(file);
      const indent = text.slice(text.lastIndexOf("\n", start) + 1, start);
      edits.push([start, start, `/** ${text.slice(comment.pos + 2, comment.end).trim()} */\n${indent}`]);
      edits.push([member.end, comment.end, ""]);
    }
  }
  return edited(text, edits);
}

/** Returns the literals by which a file names other modules. */
function modulesIn(file) {
  const found = [];
  const visit = (node) => {
    const specifier = ts.isImportTypeNode(node) ? node.argument.literal : node.moduleSpecifier;
    if (specifier !== undefined) found.push(specifier);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

const [root, ...left] = process.argv.slice(2);
const config = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
if (config.error !== undefined) throw new Error(ts.flattenDiagnosticMessageText(config.error.messageText, "\n"));
const { options, fileNames } = ts.parseJsonConfigFileContent(config.config, ts.sys, root, {
  declaration: true,
  emitDeclarationOnly: true,
  noCheck: true,
  noEmit: false,
});
const program = ts.createProgram(fileNames, options);

/** Returns the declarations of a module as a source file. */
function declarationsOf(module) {
  const file = program.getSourceFile(join(root, "src", `${module}.ts`));
  if (file === undefined) throw new Error(`there is no module ${module}`);
  let text = hasOnlyTypes(file) ? withComments(file) : undefined;
  if (text === undefined) program.emit(file, (_, made) => (text = made), undefined, true);
  return ts.createSourceFile(`${module}.d.ts`, text, ts.ScriptTarget.Latest, true);
}

const declared = {};
for (let module = left.shift(); module !== undefined; module = left.shift()) {
  if (module in declared) continue;
  const file = declarationsOf(module);
  const specifiers = modulesIn(file);
  for (const { text } of specifiers) {
    // A package must not require other packages only for type checking.
    if (!text.startsWith(".")) throw new Error(`the types of ${module} need ${text}`);
    left.push(posix.join(posix.dirname(module), text));
  }
  // With its extension a name is resolved in the same way by all module resolvers.
  declared[module] = edited(
    file.text,
    specifiers.map((one) => [one.getStart(), one.end, `"${one.text}.js"`]),
  );
}
writeFileSync(1, JSON.stringify(declared));
