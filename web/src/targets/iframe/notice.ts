import { html, nothing, render } from "lit";

/** Why there is no viewer, and what to do about it. */
export interface FrameNotice {
  readonly what: string;
  readonly why: string;
  readonly link?: string; // where to go instead
  readonly go?: string; // the label of the link
}

export function noticeBox({ what, why, link, go }: FrameNotice): HTMLElement {
  const box = document.createElement("div");
  box.className = "notice";
  box.setAttribute("role", "alert");
  render(
    html`<h2>${what}</h2>
      <p>${why}</p>
      ${link === undefined ? nothing : html`<p><a class="button" href=${link}>${go}</a></p>`}`,
    box,
  );
  return box;
}
