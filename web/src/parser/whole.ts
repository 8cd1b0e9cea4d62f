import type { Part } from "./model";
import type { ParserApi, TextName } from "./protocol";

const names = ["command", "text", "stderr", "old", "new"] as const satisfies readonly TextName[];

/** Reports whether the rest of a truncated part can be loaded: it is a text, not a list or a patch. */
export function isLong(one: Part): boolean {
  return one.cut && names.some((name) => one[name] !== "");
}

/** The part at this place of the row's body with all of its texts. */
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
    // The file may have grown, and this part be another one now.
    if (!text.startsWith(one[name])) throw new Error("the part changed");
    texts[name] = text;
  }
  return { ...one, ...texts, cut: false };
}
