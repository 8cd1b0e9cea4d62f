import { settled } from "../../base/report-error";

const SHOWN_FOR = 1_600; // ms

/** Adds a copy button to each block of code. Its texts are in the page's template. */
export function copyButtons(page: Document): void {
  const template = page.querySelector<HTMLTemplateElement>("template#copy");
  const status = page.querySelector("#said");
  if (template === null || status === null) return;
  for (const block of page.querySelectorAll(".code")) {
    const button = page.importNode(template.content, true).querySelector("button");
    const code = block.querySelector("code");
    if (button === null || code === null) continue;
    const label = button.textContent;
    const done = button.dataset.done ?? "";
    button.addEventListener("click", () => {
      const copied = navigator.clipboard.writeText(code.textContent).then(() => true);
      void settled(copied).then((isCopied) => {
        // Without permission, the selected code can be copied with a key.
        if (isCopied !== true) return getSelection()?.selectAllChildren(code);
        button.textContent = status.textContent = done;
        setTimeout(() => {
          button.textContent = label;
          status.textContent = "";
        }, SHOWN_FOR);
      });
    });
    block.append(button);
  }
}
