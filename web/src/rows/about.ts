import { number } from "../base/format";
import type { Series } from "../parser/model";
import { descriptor } from "./tools";

/** What the calls of a series were about, in a few short names, and how many are left out. */
export function about({ about: targets, more }: Series): readonly string[] {
  const names = new Set<string>();
  const seen = new Set<string>(); // a file can be written and edited
  for (const { face, target } of targets ?? []) {
    if (seen.has(target)) continue;
    seen.add(target);
    const { target: form, short } = descriptor(face);
    const name = short?.(target) ?? target;
    // Files of one name are told apart by their folders.
    names.add(names.has(name) && form === "path" ? target.split(/[/\\]/).slice(-2).join("/") : name);
  }
  return more > 0 ? [...names, `+${number(more)}`] : [...names];
}
