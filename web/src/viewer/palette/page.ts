import { strings } from "./strings";
import type { CommandContext } from "../commands/commands";
import { themes } from "../page";
import type { Entry } from "./entry";

/** What the tools in the page's header do. A theme that holds is not offered. */
export function ofPage({ page }: CommandContext): readonly Entry[] {
  if (page === undefined) return [];
  const command = (name: string, run: () => unknown): Entry => ({
    kind: strings.action,
    name,
    note: "",
    run: () => void run(),
  });
  return [
    command(strings.another, page.openLanding),
    command(strings.save, page.save),
    ...themes
      .filter((theme) => theme !== page.theme)
      .map((theme) => command(strings.themes[theme], () => (page.theme = theme))),
    command(strings.about, page.about),
  ];
}
