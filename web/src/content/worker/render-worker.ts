// Renders Markdown and highlights code in a worker, which can be terminated if a hostile text takes too long. A page
// that refuses workers only gets Markdown, which takes linear time; highlighting can take forever.
import { createHighlighter, type Highlighter } from "../code/highlighter";
import { type RenderReply, isRequest, packRuns, type RenderRequest } from "./messages";
import type { Parse } from "../markdown/parse-markdown";
import { reportUnlessNotLoaded } from "../../base/report-error";

const inWorker = typeof WorkerGlobalScope === "function";

interface Tools {
  parse?: Parse;
  highlighter?: Highlighter;
}

interface Port {
  postMessage(message: RenderReply): void;
  addEventListener(type: "message", listener: (event: MessageEvent<unknown>) => void): void;
}

async function answer(request: RenderRequest, tools: Tools, port: Port): Promise<void> {
  const { id } = request;
  try {
    if (request.kind === "highlight" && !inWorker) {
      port.postMessage({ kind: "failed", id, why: "language" });
    } else if (request.kind === "markdown") {
      const parse = (tools.parse ??= (await import("../markdown/parse-markdown")).createParser());
      port.postMessage({ kind: "begun", id });
      const parsed = parse(request.text);
      port.postMessage(
        parsed.kind === "tree" ? { kind: "blocks", id, blocks: parsed.blocks } : { kind: "failed", id, why: "deep" },
      );
    } else {
      const highlighter = (tools.highlighter ??= createHighlighter());
      const known = await highlighter.prepare(request.language);
      port.postMessage({ kind: "begun", id });
      port.postMessage(
        known
          ? { kind: "runs", id, runs: packRuns(highlighter.color(request.text, request.language)) }
          : { kind: "failed", id, why: "language" },
      );
    }
  } catch (error) {
    reportUnlessNotLoaded(error);
    port.postMessage({ kind: "failed", id, why: "error" });
  }
}

export function serve(port: Port): void {
  const tools: Tools = {};
  port.addEventListener("message", ({ data }) => {
    if (isRequest(data)) void answer(data, tools, port);
  });
  if (port instanceof MessagePort) port.start();
}

if (inWorker) {
  serve(self);
  self.postMessage("");
}
