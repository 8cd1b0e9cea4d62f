import { failure } from "../../parser/failure";
import { reasons } from "../../parser/strings";

/** One file of a list: its address, and its path among the opened files. */
interface Listed {
  readonly url: URL;
  readonly path: string;
}

const MAX_FILES = 20_000;
const MAX_LENGTH = 8 << 20; // bytes; longer files are exports, which may also end in .json

/**
 * Parses `{"name": "…", "files": ["a.jsonl", "a/subagents/agent-1.jsonl"]}`, with paths relative to the list; returns
 * undefined if this is no list. A list may only name files beside and below itself, not other people's files on the
 * same host.
 */
export async function readListing(url: URL, blob: Blob): Promise<readonly Listed[] | undefined> {
  if (blob.size > MAX_LENGTH) return undefined;
  const value = parse(await blob.text());
  if (typeof value !== "object" || value === null || !("files" in value) || !Array.isArray(value.files))
    return undefined;
  const name = "name" in value && typeof value.name === "string" ? value.name : "";
  const paths = value.files.filter((path): path is string => typeof path === "string");
  if (paths.length > MAX_FILES) throw failure("too-large", reasons.tooLarge, url.href);
  return paths.map((path) => ({ url: below(url, path), path: `${name || "session"}/${path}` }));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function below(list: URL, path: string): URL {
  const relative = path.split("/").map(encodeURIComponent).join("/");
  const url = URL.canParse(relative, list.href) ? new URL(relative, list) : undefined;
  if (url?.href.startsWith(new URL(".", list).href) === true) return url;
  throw failure("address", reasons.outside(path.slice(0, 200)), list.href);
}
