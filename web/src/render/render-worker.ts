// The render worker: Markdown and syntax colours, where a hostile text can be stopped by ending the worker.
import { createHighlighter, type Highlighter } from "./colour";
import { type Answer, isRequest, packRuns, type Request } from "./messages";
import type { Parse } from "./parse-markdown";

interface Tools {
  parse?: Parse;
  highlighter?: Highlighter;
}

interface Port {
  postMessage(message: Answer): void;
}

async function answer(request: Request, tools: Tools, port: Port): Promise<void> {
  const { id } = request;
  try {
    if (request.kind === "markdown") {
      const parse = (tools.parse ??= (await import("./parse-markdown")).createParser());
      port.postMessage({ kind: "begun", id });
      const parsed = parse(request.text);
      port.postMessage(parsed.kind === "tree" ? { kind: "blocks", id, blocks: parsed.blocks } : { kind: "failed", id, why: "deep" });
    } else {
      const highlighter = (tools.highlighter ??= createHighlighter());
      const known = await highlighter.prepare(request.language);
      port.postMessage({ kind: "begun", id });
      port.postMessage(
        known
          ? { kind: "runs", id, runs: packRuns(highlighter.colour(request.text, request.language)) }
          : { kind: "failed", id, why: "language" },
      );
    }
  } catch {
    port.postMessage({ kind: "failed", id, why: "error" });
  }
}

function serve(): void {
  const tools: Tools = {};
  self.addEventListener("message", (event: MessageEvent<unknown>) => {
    if (isRequest(event.data)) void answer(event.data, tools, self);
  });
}

serve();
