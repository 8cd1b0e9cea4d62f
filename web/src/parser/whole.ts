import type { Part } from "./model";
import type { ParserApi, TextName } from "./protocol";

const names = ["command", "text", "stderr", "old", "new"] as const satisfies readonly TextName[];

/** Reports whether the rest of a truncated part can be loaded: only if it is text, not a list or a patch. */
export function isLong(one: Part): boolean {
  return one.cut && names.some((name) => one[name] !== "");
}

/** Returns the part at this position of the row's body with its complete texts. */
export async function wholePart(
  api: Pick<ParserApi, "query">,
  session: number,
  one: Part,
  row: string,
  at: number,
): Promise<Part> {
  const texts: Partial<Record<TextName, string>> = {};
  for (const name of names) {
    if (one[name] === "") continue;
    let text = "";
    for (let from = 0; ;) {
      const piece = await api.query("text", { session, key: row, part: at, name, from });
      text += piece.text;
      from = piece.next;
      if (from >= piece.total || piece.text === "") break;
    }
    // The file may have grown, and the part at this position may have changed.
    if (!text.startsWith(one[name])) throw new Error("the part changed");
    texts[name] = text;
  }
  return { ...one, ...texts, cut: false };
}
