import { strings } from "./strings";
import { copy } from "../../content/copy";
import { recordIn, writePlace } from "../../session/view-address";
import type { SessionController } from "../../panes/session-controller";
import type { Entry } from "./entry";

/** Copies the address of the message that is read; none where the page has no addresses for messages. */
export function linkHere(controller: SessionController): readonly Entry[] {
  const { viewer, info, read } = controller;
  const link = viewer.linkTo();
  const list = viewer.list();
  const at = recordIn(read?.key ?? "");
  if (link === undefined || list === undefined || at === "") return [];
  const session = viewer.sessions().length > 1 ? (info?.id ?? "") : "";
  const address = viewer.fillsPage ? writePlace(link(""), { session, at, look: {} }) : link(at.replace(/#\d+$/, ""));
  const run = (): void =>
    void copy(address, list).then((done) => viewer.announce(done ? strings.linkCopied : strings.notCopied));
  return [{ kind: strings.action, name: strings.copyLink, note: "", run }];
}
