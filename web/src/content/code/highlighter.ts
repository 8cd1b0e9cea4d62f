// Converts source code to highlighted runs with highlight.js, in the worker.
import { createLowlight } from "lowlight";
import { grammars } from "./grammars";
import { isScope, type Run, type Scope } from "./runs";
import { reportUnlessNotLoaded } from "../../base/report-error";

export interface Highlighter {
  /** Loads the grammar of a language; resolves with false if there is none. */
  prepare(language: string): Promise<boolean>;
  color(code: string, language: string): readonly Run[];
}

export function createHighlighter(): Highlighter {
  const lowlight = createLowlight();
  // A failed load, as without a network, would fail again for every piece of code.
  const loads = new Map<string, Promise<boolean>>();
  const register = async (language: string): Promise<boolean> => {
    const grammar = grammars.get(language);
    if (grammar === undefined) return false;
    lowlight.register(language, (await grammar.load()).default);
    return true;
  };
  const load = (language: string): Promise<boolean> => {
    const loading =
      loads.get(language) ?? register(language).catch((error: unknown) => reportUnlessNotLoaded(error) ?? false);
    loads.set(language, loading);
    return loading;
  };
  return {
    async prepare(language) {
      const inside = grammars.get(language)?.inside ?? [];
      const loaded = await Promise.all([language, ...inside].map(load));
      return loaded[0] === true;
    },
    color: (code, language) => flatten(lowlight.highlight(language, code)),
  };
}

interface HastNode {
  readonly type: string;
  readonly value?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly children?: readonly HastNode[];
}

/** Text gets the innermost scope around it that has a color. */
function flatten(root: HastNode): readonly Run[] {
  const out: Run[] = [];
  const walk = (node: HastNode, scope: Scope | ""): void => {
    if (node.type === "text") {
      if (node.value !== undefined && node.value !== "") out.push({ text: node.value, scope });
      return;
    }
    const inner = scopeOf(node) ?? scope;
    for (const child of node.children ?? []) walk(child, inner);
  };
  walk(root, "");
  return out;
}

function scopeOf(node: HastNode): Scope | "" | null {
  const names = node.properties?.className;
  const first: unknown = Array.isArray(names) ? names[0] : null;
  if (typeof first !== "string") return null;
  const name = first.replace(/^hljs-/, "");
  if (name === "subst") return ""; // the content of a template is code again
  return isScope(name) ? name : null;
}
