// Prints the custom elements manifest of the npm package. Its members and events are those of the public types, their
// initial values those of the classes, and the parts, slots and custom properties those of the documentation, which the
// tests compare with the code. The argument is the folder with the sources and the documentation.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const [web] = process.argv.slice(2);

function parse(name) {
  return ts.createSourceFile(name, readFileSync(join(web, name), "utf8"), ts.ScriptTarget.Latest, true);
}

/** Returns a declaration of a file by its name. */
function declared(file, name) {
  const found = file.statements.find((one) => one.name?.text === name);
  if (found === undefined) throw new Error(`${file.fileName} has no ${name}`);
  return found;
}

/** Returns the comment of a member as one line, in an object to spread. */
function described(node) {
  const text = ts.getTextOfJSDocComment(node.jsDoc?.at(-1)?.comment)?.replaceAll(/\s+/g, " ");
  return text === undefined ? {} : { description: text };
}

const typeText = (type) => ({ text: type.getText().replaceAll(/\s+/g, " ") });

/** Returns the values that the properties of classes have at first, by name, as source text. */
function initialValues(...classes) {
  const values = new Map();
  for (const { members } of classes) {
    for (const one of members.filter(ts.isPropertyDeclaration)) {
      if (one.initializer !== undefined) values.set(one.name.text, one.initializer.getText());
    }
  }
  return values;
}

/** Returns the rows below a heading of a page of the documentation, as lists of cells without the marks of code. */
function tableRows(page, heading) {
  const [, after] = readFileSync(join(web, "docs", `${page}.md`), "utf8").split(`\n## ${heading}\n`);
  if (after === undefined) throw new Error(`${page}.md has no heading ${heading}`);
  const lines = after.split("\n## ")[0].split("\n");
  const rows = lines.filter((line) => line.startsWith("| ")).slice(1);
  if (rows.length === 0) throw new Error(`${page}.md has no table below ${heading}`);
  return rows.map((line) => line.split("|").slice(1, -1).map(plain));
}

/** Returns the text of a cell without its formatting. */
function plain(cell) {
  return cell
    .trim()
    .replaceAll("`", "")
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1");
}

function fieldOf(member, values) {
  const name = member.name.text;
  const initial = values.get(name);
  return {
    kind: "field",
    name,
    type: typeText(member.type),
    ...described(member),
    ...(initial === undefined ? {} : { default: initial }),
  };
}

function methodOf(member) {
  return {
    kind: "method",
    name: member.name.text,
    ...described(member),
    parameters: member.parameters.map((one) => ({ name: one.name.getText(), type: typeText(one.type) })),
    return: { type: typeText(member.type) },
  };
}

/** Returns the declaration of the element. */
function elementDeclaration(name, tagName) {
  const types = parse("src/session/public.ts");
  const classes = [
    declared(parse("src/viewer/viewer-element.ts"), "ViewerElement"),
    declared(parse("src/targets/embed/embed-element.ts"), "EmbedElement"),
  ];
  const values = initialValues(...classes);
  const attributes = declared(types, "UnspoolProperties").members.map((one) => fieldOf(one, values));
  const attributeNames = new Set(attributes.map((field) => field.name));
  const own = declared(types, name).members.filter((one) => !attributeNames.has(one.name.text));
  const methods = own.filter(ts.isMethodSignature).filter((one) => !one.name.text.endsWith("EventListener"));
  return {
    kind: "class",
    name,
    tagName,
    customElement: true,
    superclass: { name: "HTMLElement" },
    description: "Shows a Claude Code session.",
    attributes: attributes.map(({ kind: _, name: attribute, ...rest }) => ({
      name: attribute,
      ...rest,
      fieldName: attribute,
    })),
    members: [
      ...attributes.map((field) => ({ ...field, attribute: field.name })),
      ...own.filter(ts.isPropertySignature).map((one) => fieldOf(one, values)),
      ...methods.map(methodOf),
    ],
    events: declared(types, "UnspoolDetails").members.map((one) => ({
      name: one.name.text,
      type: { text: `CustomEvent<${typeText(one.type).text}>` },
    })),
    slots: tableRows("embedding-reference", "Slots").map(([slot, description]) => ({
      name: slot === "(none)" ? "" : slot,
      description,
    })),
    cssParts: tableRows("embedding-reference", "Parts").map(([part, description]) => ({ name: part, description })),
    cssProperties: tableRows("theming", "Custom properties").map(([property, light, dark, description]) => ({
      name: property,
      default: dark === "the same" ? light : `light-dark(${light}, ${dark})`,
      description,
    })),
  };
}

const name = "UnspoolSession";
const tagName = "unspool-session";
const reference = { name, module: "lib/index.js" };
const manifest = {
  schemaVersion: "2.1.0",
  readme: "README.md",
  modules: [
    {
      kind: "javascript-module",
      path: "lib/index.js",
      declarations: [elementDeclaration(name, tagName)],
      exports: [{ kind: "js", name, declaration: reference }],
    },
    {
      kind: "javascript-module",
      path: "lib/define.js",
      declarations: [],
      exports: [{ kind: "custom-element-definition", name: tagName, declaration: reference }],
    },
  ],
};
writeFileSync(1, `${JSON.stringify(manifest, undefined, 2)}\n`);
