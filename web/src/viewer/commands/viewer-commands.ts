import type { Command } from "../../base/command";
import { copy } from "../../content/copy";
import { strings as viewerStrings } from "../strings";
import { strings as paletteStrings } from "../palette/strings";
import type { SessionController } from "../../panes/session-controller";
import { recordAddress } from "../../session/view-location";
import type { ViewerCommandContext } from "./command-context";
import { strings } from "./strings";

export const openPalette: Command<ViewerCommandContext> = {
  id: "palette.open",
  title: paletteStrings.title,
  group: "general",
  order: 10,
  keys: ["$mod+k"],
  run: (context) => context.openPalette(),
};

export const viewerCommands: readonly Command<ViewerCommandContext>[] = [
  openPalette,
  {
    id: "turn.goTo",
    title: strings.commands.turnGoTo,
    group: "move",
    order: 100,
    keys: ["g"],
    isEnabled: ({ controller }) => controller?.viewer.list() !== undefined,
    run: ({ openPanel }) => openPanel({ kind: "goto", missing: false }),
  },
  {
    id: "session.next",
    title: strings.commands.sessionNext,
    group: "sessions",
    order: 10,
    keys: ["Shift+J"],
    isEnabled: hasOthers,
    run: ({ stepSession }) => stepSession(1),
  },
  {
    id: "session.previous",
    title: strings.commands.sessionPrevious,
    group: "sessions",
    order: 20,
    keys: ["Shift+K"],
    isEnabled: hasOthers,
    run: ({ stepSession }) => stepSession(-1),
  },
  {
    id: "session.list",
    title: strings.commands.sessionList,
    group: "sessions",
    order: 30,
    keys: ["u"],
    isEnabled: hasOthers,
    run: ({ viewer }) => viewer.present(undefined),
  },
  {
    id: "shortcuts.open",
    title: viewerStrings.shortcuts,
    group: "general",
    order: 40,
    keys: ["?", "Shift+?"],
    run: ({ openPanel }) => openPanel({ kind: "keys" }),
  },
  {
    id: "link.copy",
    title: strings.commands.linkCopy,
    group: "page",
    order: 10,
    isEnabled: ({ controller }) => controller !== undefined && linkHere(controller) !== undefined,
    run: ({ controller }) => void (controller && copyLink(controller)),
  },
];

/** Reports whether there is a list of sessions to go to. */
function hasOthers({ controller }: ViewerCommandContext): boolean {
  return controller !== undefined && controller.viewer.sessions.length > 1;
}

/** Returns the address of the current message, or undefined if the page has no addresses for messages. */
function linkHere({ viewer, info, currentRow }: SessionController): string | undefined {
  const link = viewer.linkTo;
  const at = recordAddress(currentRow?.key ?? "");
  if (link === undefined || viewer.list() === undefined || at === "") return undefined;
  return link(viewer.fillsPage ? at : at.replace(/#\d+$/, ""), info?.id ?? "");
}

async function copyLink(controller: SessionController): Promise<void> {
  const url = linkHere(controller);
  const list = controller.viewer.list();
  if (url === undefined || list === undefined) return;
  const { linkCopied, notCopied } = paletteStrings;
  controller.viewer.announce((await copy(url, list)) ? linkCopied : notCopied);
}
