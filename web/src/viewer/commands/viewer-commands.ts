import type { Command } from "../../base/command";
import { copy } from "../../content/copy";
import { strings as viewerStrings } from "../strings";
import { strings as paletteStrings } from "../palette/strings";
import type { SessionController } from "../../panes/session-controller";
import { recordAddress, formatViewAddress } from "../../session/view-address";
import type { ViewerCommandContext } from "./command-context";

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
    title: "Go to a prompt",
    group: "move",
    order: 100,
    keys: ["g"],
    isEnabled: ({ controller }) => controller?.viewer.list() !== undefined,
    run: ({ openPanel }) => openPanel({ kind: "goto", missing: false }),
  },
  {
    id: "session.next",
    title: "Next session",
    group: "sessions",
    order: 10,
    keys: ["Shift+J"],
    isEnabled: hasOthers,
    run: ({ stepSession }) => stepSession(1),
  },
  {
    id: "session.previous",
    title: "Previous session",
    group: "sessions",
    order: 20,
    keys: ["Shift+K"],
    isEnabled: hasOthers,
    run: ({ stepSession }) => stepSession(-1),
  },
  {
    id: "session.list",
    title: "All sessions",
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
    title: "Copy link to this message",
    group: "page",
    order: 10,
    isEnabled: ({ controller }) => controller !== undefined && linkHere(controller) !== undefined,
    run: ({ controller }) => void (controller && copyLink(controller)),
  },
];

/** Reports whether there is a list of sessions to go to. */
function hasOthers({ controller }: ViewerCommandContext): boolean {
  return controller !== undefined && controller.viewer.sessions().length > 1;
}

/** Returns the address of the current message, or undefined if the page has no addresses for messages. */
function linkHere({ viewer, info, currentRow }: SessionController): string | undefined {
  const link = viewer.linkTo();
  const at = recordAddress(currentRow?.key ?? "");
  if (link === undefined || viewer.list() === undefined || at === "") return undefined;
  const session = viewer.sessions().length > 1 ? (info?.id ?? "") : "";
  return viewer.fillsPage ? formatViewAddress(link(""), { session, at, state: {} }) : link(at.replace(/#\d+$/, ""));
}

async function copyLink(controller: SessionController): Promise<void> {
  const address = linkHere(controller);
  const list = controller.viewer.list();
  if (address === undefined || list === undefined) return;
  const { linkCopied, notCopied } = paletteStrings;
  controller.viewer.announce((await copy(address, list)) ? linkCopied : notCopied);
}
