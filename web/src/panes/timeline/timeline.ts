import { type TemplateResult, html } from "lit";
import { definePane } from "../pane";
import type { Desk } from "../desk";
import { TimelineElement } from "./element";

export function draw(desk: Desk): TemplateResult {
  definePane("unspool-timeline", TimelineElement);
  return html`<unspool-timeline .desk=${desk}></unspool-timeline>`;
}
