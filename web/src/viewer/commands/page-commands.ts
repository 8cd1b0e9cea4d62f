import type { Command } from "../../base/command";
import { themes } from "../page";
import type { ViewerCommandContext } from "./command-context";
import { strings } from "./strings";

export const pageCommands: readonly Command<ViewerCommandContext>[] = [
  {
    id: "page.openAnother",
    title: strings.commands.pageOpenAnother,
    group: "page",
    isEnabled: hasPage,
    run: ({ page }) => page?.openLanding(),
  },
  {
    id: "page.save",
    title: strings.commands.pageSave,
    group: "page",
    isEnabled: hasPage,
    run: ({ page }) => void page?.save(),
  },
  ...themes.map((theme): Command<ViewerCommandContext> => ({
    id: `page.theme.${theme}`,
    title: strings.themes[theme],
    group: "page",
    isEnabled: ({ page }) => page !== undefined && page.theme !== theme,
    run: ({ page }) => page && (page.theme = theme),
  })),
  {
    id: "page.about",
    title: strings.commands.pageAbout,
    group: "page",
    isEnabled: hasPage,
    run: ({ page }) => void page?.about(),
  },
];

function hasPage({ page }: ViewerCommandContext): boolean {
  return page !== undefined;
}
