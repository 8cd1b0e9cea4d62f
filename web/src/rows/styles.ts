import type { CSSResult } from "lit";
import { agentStyles } from "./agent";
import { chipStyles } from "./chips";
import { compactionStyles } from "./compaction";
import { copiedStyles } from "./copied";
import { endStyles } from "./end";
import { lineStyles } from "./line";
import { linkStyles } from "./link";
import { machineryStyles } from "./machinery";
import { moreStyles } from "./more";
import { markRowStyles } from "./mark";
import { noticeStyles } from "./notice";
import { notificationStyles } from "./notifications";
import { promptStyles } from "./prompt";
import { phaseStyles } from "./phase";
import { proseStyles } from "./prose";
import { rowStyles } from "./row";
import { senderStyles } from "./senders";
import { seriesStyles } from "./series";
import { smallLineStyles } from "./small-line";
import { textStyles } from "./text";
import { thinkingStyles } from "./thinking";
import { toolStyles } from "./tool";
import { whoStyles } from "./who";

/** Rows share the viewer's shadow root, so their styles come together here; those of bodies come with their code. */
export const rowSheets: readonly CSSResult[] = [
  rowStyles,
  smallLineStyles,
  whoStyles,
  lineStyles,
  linkStyles,
  copiedStyles,
  moreStyles,
  proseStyles,
  promptStyles,
  textStyles,
  thinkingStyles,
  toolStyles,
  seriesStyles,
  machineryStyles,
  agentStyles,
  phaseStyles,
  endStyles,
  compactionStyles,
  markRowStyles,
  noticeStyles,
  notificationStyles,
  chipStyles,
  senderStyles,
];
