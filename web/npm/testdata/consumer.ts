// A program that uses all of the package, for the compiler alone.
import { UnspoolSession, define, type Summary, type UnspoolAttributes } from "unspool";
import { createParser, type ParserApi } from "unspool/client";
import "unspool/define";
import { UnspoolError, open, type Opened, type Row } from "unspool/parser";

// The tag is known, and so are its events.
const viewer: UnspoolSession | null = document.querySelector("unspool-session");
if (viewer !== null) {
  viewer.src = "session.jsonl";
  viewer.theme = "dark";
  // @ts-expect-error There is no such theme.
  viewer.theme = "pink";
  viewer.linkFor = (url) => (url.startsWith("https:") ? url : undefined);
  viewer.renderers = { math: (tex, display) => document.createTextNode(`${tex}${display}`) };
  viewer.addEventListener("unspool-select", ({ detail }) => detail.uuid.toUpperCase());
  viewer.addEventListener("click", ({ clientX }) => clientX.toFixed());
  // @ts-expect-error The detail of a failure has no uuid.
  viewer.addEventListener("unspool-error", ({ detail }) => detail.uuid);
}
document.createElement("unspool-session").src = "session.jsonl";
// @ts-expect-error There is no such property, so the tag has the type of the element.
document.createElement("unspool-session").source = "session.jsonl";
class Mine extends UnspoolSession {
  async length(): Promise<number> {
    const { turns }: Summary = await this.summary();
    return turns;
  }
}
export async function exported(mine: Mine): Promise<string> {
  // @ts-expect-error There is no such format.
  await mine.export({ format: "pdf" });
  const [file] = await mine.export({ format: "markdown", redact: true, words: ["tide"] });
  return (await file?.blob.text()) ?? "";
}
define();
customElements.define("my-session", Mine);
export const attributes: UnspoolAttributes = {
  src: "a.jsonl",
  "onunspool-ready": ({ detail }) => detail.sessions.length,
};

export async function client(file: File): Promise<readonly Row[]> {
  const parser = createParser({ assets: "/unspool/" });
  const api: ParserApi = parser.api;
  await api.load([{ path: file.name, blob: file }], ({ bytes }) => bytes.toFixed());
  const { rows } = await api.query("rows", { session: 0, from: 0, count: 200 });
  parser.terminate();
  return rows ?? [];
}

export async function words(path: string): Promise<string> {
  const opened: Opened = await open(path, { signal: AbortSignal.timeout(1000) });
  let said = "";
  for await (const row of opened) {
    if (row.kind === "prompt") said += row.text;
    // @ts-expect-error There is no such kind.
    if (row.kind === "promt") said += row.text;
  }
  try {
    await opened.body("no such row");
  } catch (error) {
    if (error instanceof UnspoolError && error.code === "unreadable") said += error.path;
  }
  opened.close();
  return said;
}

export const both = open([new Uint8Array(), new Blob(), { path: "a.jsonl", data: new Uint8Array() }]);

// @ts-expect-error Not a number.
void open(1);
// @ts-expect-error Either paths or bytes.
void open(["a.jsonl", new Uint8Array()]);
