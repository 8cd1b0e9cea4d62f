import { strings } from "./strings";
import { strings as rowStrings } from "../../rows/strings";
import { agentName } from "../../rows/agent-text";
import type { Entry as OutlineEntry, Touched } from "../../parser/model";
import type { SessionController } from "../../panes/session-controller";
import type { PaletteEntry } from "./entries";

const PAGE = 100;
const MAX = 5_000;

/** Yields the named places of the session, a page at a time: its turns, agents and files. */
export async function* places(controller: SessionController): AsyncGenerator<readonly PaletteEntry[]> {
  const { api, session } = controller;
  for (let from = 0; from < MAX;) {
    const { entries, total } = await api.query("outline", { session, from, count: PAGE });
    yield (entries ?? []).flatMap((entry) => place(controller, entry));
    from += entries?.length || PAGE; // a reply can be shorter
    if (from >= total) break;
  }
  if (!controller.viewer.fillsPage) return; // there is no files view
  let files = 0;
  for (let next: number | null = 0; next !== null && files < MAX;) {
    const page: Touched = await api.query("changedFiles", { session, from: next });
    next = page.next;
    files += page.files?.length ?? 0;
    yield (page.files ?? []).map((file) => ({
      kind: strings.file,
      name: file.name,
      note: "",
      isPlace: true,
      run: () => controller.changeState({ view: "files", file: file.path }),
    }));
  }
}

function place(
  controller: SessionController,
  { kind, key, prompt, text, name, event }: OutlineEntry,
): readonly PaletteEntry[] {
  const run = (): void => void controller.goTo(key);
  if (key === "") return [];
  if (kind === "turn")
    return [
      {
        kind: strings.turn,
        name: text || rowStrings.noPrompt,
        note: strings.numbered(prompt),
        prompt,
        isPlace: true,
        run,
      },
    ];
  if (kind === "event")
    return [
      {
        kind: strings.event,
        name: [event === "" ? "" : rowStrings.event[event], text].filter((one) => one !== "").join(" · "),
        note: strings.numbered(prompt),
        isPlace: true,
        run,
      },
    ];
  if (text === "" && name === "") return [];
  if (kind === "agent" || kind === "workflow")
    return [
      {
        kind: strings.agent,
        name: [agentName(name), text].filter((one) => one !== "").join(" · "),
        note: strings.numbered(prompt),
        isPlace: true,
        run,
      },
    ];
  return [];
}
