import { baseName } from "../element/format";
import { number } from "../words";
import type { Series, Tool } from "../worker/model";

/** What the calls of a series were about, in a few short names, and how many are left out. */
export function about({ about: targets, more }: Series): readonly string[] {
  const names = new Set<string>();
  const seen = new Set<string>(); // a file can be written and edited
  for (const { face, target } of targets ?? []) {
    if (seen.has(target)) continue;
    seen.add(target);
    const name = short(face, target);
    // Files of one name are told apart by their folders.
    names.add(names.has(name) && files.has(face) ? target.split(/[/\\]/).slice(-2).join("/") : name);
  }
  return more > 0 ? [...names, `+${number(more)}`] : [...names];
}

const files: ReadonlySet<Tool["face"]> = new Set(["read", "write", "edit", "list"]);

function short(face: Tool["face"], target: string): string {
  switch (face) {
    case "bash":
      return program(target);
    case "fetch":
      return target.replace(/^\w+:\/\//, "");
    case "glob":
      return target.startsWith("/") ? target.split("/").slice(-2).join("/") : target;
    case "task":
      return /^\d+$/.test(target) ? `#${target}` : target;
    default:
      return files.has(face) ? baseName(target) : target;
  }
}

/** The words of a shell command that say what runs: "git status" of "cd /app && X=1 git status --short". */
function program(command: string): string {
  const bare = command.replace(/^(?:cd [^&]*&&\s*)+/, "").replace(/^(?:\w+=\S*\s+)+/, "");
  const [, name = "", what = ""] = /^["'(]*([^\s"';]+)["';]*(?:\s+([a-z][a-z:-]*)(?=\s|$))?/.exec(bare) ?? [];
  return [baseName(name), what].filter((word) => word !== "").join(" ") || command;
}
