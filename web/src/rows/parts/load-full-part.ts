import type { TemplateResult } from "lit";
import { baseName, bytes } from "../../session/format";
import type { Part } from "../../parser/model";
import { wholePart } from "../../parser/whole";
import type { PartPlace, RowContext } from "../context";
import { truncated } from "./truncated";
import { strings } from "./strings";

/** Shows the beginning of a long part with a button to load all of it, or all of it. */
export function whole(
  one: Part,
  place: PartPlace,
  context: RowContext,
  draw: (all: Part) => HTMLElement,
  head: unknown,
): TemplateResult {
  const { api, session } = context.conversation;
  const all = (): Promise<Part> => wholePart(api, session, one, place.row, place.at);
  return truncated(
    {
      key: `${place.row}\n${place.at}\nall`,
      head,
      text: one.kind === "diff" && one.hunks !== null ? strings.fileCut : strings.truncated(bytes(one.size)),
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
