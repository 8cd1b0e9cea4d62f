import { type TemplateResult, html } from "lit";
import { definePane } from "../pane";
import type { SessionController } from "../session-controller";
import { TimelineElement } from "./timeline-element";

export function draw(controller: SessionController): TemplateResult {
  definePane("unspool-timeline", TimelineElement);
  return html`<unspool-timeline .controller=${controller}></unspool-timeline>`;
}
