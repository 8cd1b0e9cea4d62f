import type { Command } from "../../base/command";
import { copy } from "../../content/copy";
import { strings as viewerStrings } from "../strings";
import { strings as paletteStrings } from "../palette/strings";
import type { SessionController } from "../../panes/session-controller";
import { recordAddress } from "../../session/view-location";
import type { ViewerCommandContext } from "./command-context";
import { strings } from "./strings";

const NEAR = 20; // rows

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
function linkHere(controller: SessionController): string | undefined {
  const { viewer, info } = controller;
  const link = viewer.linkTo;
  const at = addressHere(controller);
  if (link === undefined || at === "") return undefined;
  return link(viewer.fillsPage ? at : at.replace(/#\d+$/, ""), info?.id ?? "");
}

/** Returns the address of the current row, or of the next one that has an address: a note above a prompt has none. */
function addressHere({ viewer, context }: SessionController): string {
  const list = viewer.list();
  if (list?.context !== context) return "";
  const from = list.visibleCurrentIndex();
  const near = Array.from({ length: NEAR }, (_, at) => context.conversation.row(from + at)?.key ?? "");
  return near.map(recordAddress).find((address) => address !== "") ?? "";
}

async function copyLink(controller: SessionController): Promise<void> {
  const url = linkHere(controller);
  const list = controller.viewer.list();
  if (url === undefined || list === undefined) return;
  const { linkCopied, notCopied } = paletteStrings;
  controller.viewer.announce((await copy(url, list)) ? linkCopied : notCopied);
}
