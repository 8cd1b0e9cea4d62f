import type { TemplateResult } from "lit";
import { baseName, bytes } from "../element/format";
import type { Part } from "../worker/model";
import type { ParserApi, TextName } from "../worker/protocol";
import type { PartPlace, RowContext } from "./context";
import { rest } from "./rest";
import { lateWords } from "unspool:late-words";

const names = ["command", "text", "stderr", "old", "new"] as const satisfies readonly TextName[];

/** Whether all of a part can be had: it is cut within a text, not in a list or a patch. */
export function isLong(one: Part): boolean {
  return one.cut && names.some((name) => one[name] !== "");
}

/** The head of a long part with the way to all of it, or all of it. */
export function whole(one: Part, place: PartPlace, context: RowContext, draw: (all: Part) => HTMLElement, head: unknown): TemplateResult {
  const { api, session } = context.conversation;
  const all = (): Promise<Part> => load(api, session, one, place);
  return rest(
    {
      key: `${place.row}\n${place.at}\nall`,
      head,
      said: one.kind === "diff" && one.hunks !== null ? lateWords.render.fileCut : lateWords.row.cut(bytes(one.size)),
      size: one.size,
      draw: async () => draw(await all()),
      save: async () => {
        const { name, command, text, stderr, old, new: after } = await all();
        return { name: baseName(name) || command.split(/\s/, 1)[0] || "", texts: [text, stderr, after || old] };
      },
    },
    context,
  );
}

/** A part with all of its texts. */
async function load(api: ParserApi, session: number, one: Part, { row, at }: PartPlace): Promise<Part> {
  const texts: { [name in TextName]?: string } = {};
  for (const name of names) {
    if (one[name] === "") continue;
    let text = "";
    for (let from = 0; ; ) {
      const piece = await api.text(session, row, at, name, from);
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
