import { agentName, paneWords } from "../../parser/words";
import type { Entry as OutlineEntry, Touched } from "../../parser/model";
import type { Desk } from "../../panes/session-controller";
import type { Entry } from "./entry";

const PAGE = 100;
const MOST = 5_000; // of turns and agents, and of files

const say = paneWords.palette;

/** Places in the session that have a name: its turns, agents and files, a page at a time. */
export async function* places(desk: Desk): AsyncGenerator<readonly Entry[]> {
  const { api, session } = desk;
  for (let from = 0; from < MOST;) {
    const { entries, total } = await api.query("outline", { session, from, count: PAGE });
    yield (entries ?? []).flatMap((entry) => place(desk, entry));
    from += entries?.length || PAGE; // an answer can be shorter
    if (from >= total) break;
  }
  if (!desk.viewer.fillsPage) return; // there is no view of them
  let files = 0;
  for (let next: number | null = 0; next !== null && files < MOST;) {
    const page: Touched = await api.query("changedFiles", { session, from: next });
    next = page.next;
    files += page.files?.length ?? 0;
    yield (page.files ?? []).map((file) => ({
      kind: say.file,
      name: file.name,
      note: "",
      isPlace: true,
      run: () => desk.change({ view: "files", file: file.path }),
    }));
  }
}

function place(desk: Desk, { kind, key, turn, text, name }: OutlineEntry): readonly Entry[] {
  const run = (): void => void desk.goTo(key);
  if (key === "") return [];
  if (kind === "turn")
    return [
      { kind: say.turn, name: text || paneWords.find.noPrompt, note: say.numbered(turn), turn, isPlace: true, run },
    ];
  if (text === "" && name === "") return [];
  if (kind === "agent" || kind === "workflow")
    return [
      {
        kind: say.agent,
        name: [agentName(name), text].filter((one) => one !== "").join(" · "),
        note: say.numbered(turn),
        isPlace: true,
        run,
      },
    ];
  return [];
}
