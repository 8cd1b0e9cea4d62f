import { paneWords } from "../../words";
import { fileName, saveAs } from "../../element/save";
import type { Desk } from "../desk";

/** Puts the change of all files together, and hands it to the reader as a file. */
export async function savePatch(desk: Desk, progress: (share: number) => void): Promise<void> {
  const pieces: string[] = [];
  let head = "";
  for (let from = 0; from >= 0;) {
    const answer = await desk.api.ask("patch", desk.session, from);
    pieces.push(answer.text);
    head = answer.head;
    from = answer.next;
    progress(answer.read);
  }
  if (head === "") throw new Error(paneWords.files.grew);
  saveAs(
    fileName(desk.info?.title ?? "", /\.patch$/i, "patch"),
    new Blob([head, ...pieces], { type: "text/x-patch;charset=utf-8" }),
  );
}
