import type { CSSResult } from "lit";
import { agentStyles } from "./agent";
import { chipStyles } from "./prompt/chips";
import { compactionStyles } from "./compaction";
import { copiedStyles } from "./copied";
import { lineStyles } from "./shared/line";
import { linkStyles } from "./link";
import { backgroundStyles } from "./background";
import { moreStyles, smallLineStyles } from "./shared/shared-styles";
import { marksStyles } from "./marks";
import { noticeStyles } from "./notice";
import { notificationStyles } from "./prompt/notifications";
import { formattedStyles } from "./prompt/formatted";
import { promptStyles } from "./prompt/prompt";
import { mediaStyles } from "./pictures/media";
import { proseStyles } from "./shared/prose";
import { rowStyles } from "./row";
import { senderStyles } from "./prompt/senders";
import { seriesStyles } from "./series";
import { textStyles } from "./text";
import { thinkingStyles } from "./thinking";
import { toolStyles } from "./tool";
import { whoStyles } from "./shared/speaker";

/**
 * Rows are rendered in the viewer's shadow root, so their styles are combined here; those of bodies are loaded with
 * their code.
 */
export const rowSheets: readonly CSSResult[] = [
  mediaStyles,
  rowStyles,
  smallLineStyles,
  whoStyles,
  lineStyles,
  linkStyles,
  copiedStyles,
  moreStyles,
  proseStyles,
  promptStyles,
  formattedStyles,
  textStyles,
  thinkingStyles,
  toolStyles,
  seriesStyles,
  backgroundStyles,
  agentStyles,
  compactionStyles,
  marksStyles,
  noticeStyles,
  notificationStyles,
  chipStyles,
  senderStyles,
];
