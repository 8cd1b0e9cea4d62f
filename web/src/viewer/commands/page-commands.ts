import type { Command } from "../../base/command";
import { themes } from "../page";
import type { ViewerCommandContext } from "./command-context";

const themeTitles = { auto: "Theme: system", light: "Theme: light", dark: "Theme: dark" } as const;

export const pageCommands: readonly Command<ViewerCommandContext>[] = [
  {
    id: "page.openAnother",
    title: "Open another file or folder",
    group: "page",
    isEnabled: hasPage,
    run: ({ page }) => page?.openLanding(),
  },
  {
    id: "page.save",
    title: "Save as HTML",
    group: "page",
    isEnabled: hasPage,
    run: ({ page }) => void page?.save(),
  },
  ...themes.map((theme): Command<ViewerCommandContext> => ({
    id: `page.theme.${theme}`,
    title: themeTitles[theme],
    group: "page",
    isEnabled: ({ page }) => page !== undefined && page.theme !== theme,
    run: ({ page }) => page && (page.theme = theme),
  })),
  {
    id: "page.about",
    title: "About Unspool",
    group: "page",
    isEnabled: hasPage,
    run: ({ page }) => void page?.about(),
  },
];

function hasPage({ page }: ViewerCommandContext): boolean {
  return page !== undefined;
}
