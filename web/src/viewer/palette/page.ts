import { paneWords } from "../../parser/words";
import type { ActionUse } from "../commands/commands";
import { themes } from "../page";
import type { Entry } from "./entry";

const say = paneWords.palette;

/** What the tools in the page's header do. A theme that holds is not offered. */
export function ofPage({ page }: ActionUse): readonly Entry[] {
  if (page === undefined) return [];
  const command = (name: string, run: () => unknown): Entry => ({
    kind: say.action,
    name,
    note: "",
    run: () => void run(),
  });
  return [
    command(say.another, page.home),
    command(say.save, page.save),
    ...themes
      .filter((theme) => theme !== page.theme)
      .map((theme) => command(say.themes[theme], () => (page.theme = theme))),
    command(say.about, page.about),
  ];
}
