import { TemplateAnalyzer } from "eslint-plugin-lit/lib/template-analyzer.js";

// Attributes and properties with text that people see or hear, in lower case.
const visible = new Set([
  "alt",
  "aria-description",
  "aria-label",
  "aria-placeholder",
  "aria-roledescription",
  "aria-valuetext",
  "ariadescription",
  "arialabel",
  "innertext",
  "label",
  "placeholder",
  "textcontent",
  "title",
]);

const isVisible = (name) => name !== undefined && visible.has(name.toLowerCase());

/** Returns the name of a property or member, or undefined if it is computed. */
function nameOf({ computed, key, property }) {
  const name = key ?? property;
  if (name.type === "Literal") return String(name.value);
  return computed ? undefined : name.name;
}

/** Returns the literals that an expression can evaluate to, but not those that it compares or passes to a call. */
function literalsOf(node) {
  switch (node.type) {
    case "Literal":
    case "TemplateLiteral":
      return [node];
    case "ConditionalExpression":
      return [...literalsOf(node.consequent), ...literalsOf(node.alternate)];
    case "LogicalExpression":
      return node.operator === "&&" ? literalsOf(node.right) : [...literalsOf(node.left), ...literalsOf(node.right)];
    case "BinaryExpression":
      return node.operator === "+" ? [...literalsOf(node.left), ...literalsOf(node.right)] : [];
    case "TSAsExpression":
    case "TSNonNullExpression":
    case "TSSatisfiesExpression":
      return literalsOf(node.expression);
    default:
      return [];
  }
}

/** Returns the text of a literal, without the values in a template. */
function textOf(node) {
  if (node.type === "TemplateLiteral") return node.quasis.map(({ value }) => value.cooked).join(" ");
  return typeof node.value === "string" ? node.value : "";
}

/** Requires that texts for people come from the strings.ts of a feature. */
export const noLiteralText = {
  meta: {
    type: "problem",
    schema: [],
    messages: { literal: "{{text}} belongs in strings.ts beside this file ({{where}})." },
  },
  create({ report, sourceCode }) {
    function check(text, where, location) {
      const trimmed = text.trim();
      if (/\p{L}/u.test(trimmed)) {
        report({ ...location, messageId: "literal", data: { text: JSON.stringify(trimmed), where } });
      }
    }
    function checkExpression(expression, where) {
      for (const node of literalsOf(expression)) check(textOf(node), where, { node });
    }
    return {
      TaggedTemplateExpression(node) {
        if (node.tag.type !== "Identifier" || !["html", "svg"].includes(node.tag.name)) return;
        const analyzer = TemplateAnalyzer.create(node);
        // The analyzer puts a placeholder where the template has an expression.
        const checkContent = (content, where, position) => {
          const parts = content.split(/\{\{__Q:(\d+)__\}\}/);
          const loc = analyzer.resolveLocation(position, sourceCode) ?? node.loc;
          check(parts.filter((_, i) => i % 2 === 0).join(" "), where, { loc });
          for (const index of parts.filter((_, i) => i % 2 === 1)) {
            checkExpression(node.quasi.expressions[Number(index)], where);
          }
        };
        analyzer.traverse({
          enterTextNode({ data, sourceCodeLocation }) {
            checkContent(data, "text", sourceCodeLocation);
          },
          enterElement({ attribs, sourceCodeLocation }) {
            for (const [name, value] of Object.entries(attribs)) {
              const bare = name.replace(/^\./, "");
              if (isVisible(bare)) checkContent(value, bare, sourceCodeLocation.attrs[name]);
            }
          },
        });
      },
      CallExpression({ callee, arguments: [first, second, ...rest] }) {
        const name = callee.type === "MemberExpression" ? nameOf(callee) : callee.name;
        if (name === "failure" && second !== undefined) {
          checkExpression(second, "reason");
        } else if (
          name === "setAttribute" &&
          second !== undefined &&
          first.type === "Literal" &&
          isVisible(first.value)
        ) {
          checkExpression(second, first.value);
        } else if (name === "h" && second !== undefined) {
          for (const property of second.type === "ObjectExpression" ? second.properties : []) {
            if (property.type === "Property" && isVisible(nameOf(property))) {
              checkExpression(property.value, nameOf(property));
            }
          }
          for (const child of rest) checkExpression(child, "child");
        }
      },
      AssignmentExpression({ left, right }) {
        if (left.type === "MemberExpression" && isVisible(nameOf(left))) checkExpression(right, nameOf(left));
      },
    };
  },
};
