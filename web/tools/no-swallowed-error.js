/** Returns whether a function or catch clause names the error that it is given. */
function takesError({ params = [], param }) {
  const [first = param] = params;
  return first != null && !(first.type === "Identifier" && first.name.startsWith("_"));
}

/** Returns whether a node awaits something, outside of functions inside it. */
function awaits(node) {
  if (node === null || typeof node !== "object") return false;
  if (Array.isArray(node)) return node.some(awaits);
  if (node.type === "AwaitExpression" || (node.type === "ForOfStatement" && node.await)) return true;
  if (/Function/.test(node.type ?? "")) return false;
  return Object.entries(node).some(([key, value]) => key !== "parent" && awaits(value));
}

/**
 * Errors are handled, passed on or reported. A catch clause may ignore which error it was only after calls that answer
 * at once: what is awaited can fail for many reasons.
 */
export const noSwallowedError = {
  meta: {
    type: "problem",
    schema: [],
    messages: {
      empty: "Handle the error, or report it (base/report-error.ts, parser/parser-loss.ts).",
      swallowed:
        "Look at the error: use ignoreParserLoss, reportError or settled (parser/parser-loss.ts, base/report-error.ts).",
    },
  },
  create(context) {
    const handler = (node) => {
      if (node != null && /FunctionExpression$/.test(node.type) && !takesError(node))
        context.report({ node, messageId: "swallowed" });
    };
    return {
      CatchClause(node) {
        if (node.body.body.length === 0) context.report({ node, messageId: "empty" });
        else if (!takesError(node) && awaits(node.parent.block)) context.report({ node, messageId: "swallowed" });
      },
      CallExpression({ callee, arguments: given }) {
        const name = callee.type === "MemberExpression" && !callee.computed ? callee.property.name : "";
        if (name === "catch") handler(given[0]);
        if (name === "then") handler(given[1]);
      },
    };
  },
};
