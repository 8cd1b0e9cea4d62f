import { strings } from "./strings";
import { fileName, saveAs } from "../../base/save";
import type { PatchSummary, SessionPatch } from "../../parser/model";
import type { SessionController } from "../session-controller";
import { patchHead, patchText } from "./patch-text";
import { failure } from "../../parser/failure";

/** Collects the changes of all files, and saves them as one patch. */
export async function savePatch(controller: SessionController, progress: (share: number) => void): Promise<void> {
  const pieces: string[] = [];
  let summary: PatchSummary | null = null;
  for (let from: number | null = 0; from !== null;) {
    const answer: SessionPatch = await controller.api.query("patch", { session: controller.session, from });
    pieces.push(...(answer.parts ?? []).map(patchText));
    summary = answer.summary;
    from = answer.next;
    progress(answer.read);
  }
  if (summary === null) throw failure("cut", strings.grew);
  saveAs(
    fileName(controller.info?.title ?? "", /\.patch$/i, "patch"),
    new Blob([patchHead(summary), ...pieces], { type: "text/x-patch;charset=utf-8" }),
  );
}
