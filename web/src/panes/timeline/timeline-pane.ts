import { type TemplateResult, html } from "lit";
import { definePane } from "../pane";
import type { Desk } from "../session-controller";
import { TimelineElement } from "./timeline-element";

export function draw(desk: Desk): TemplateResult {
  definePane("unspool-timeline", TimelineElement);
  return html`<unspool-timeline .desk=${desk}></unspool-timeline>`;
}
