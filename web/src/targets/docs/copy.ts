const SHOWN_FOR = 1_600; // ms

/** Gives each block of code a button that copies it. What it says stands in the page's template. */
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
      navigator.clipboard.writeText(code.textContent).then(
        () => {
          button.textContent = status.textContent = done;
          setTimeout(() => {
            button.textContent = label;
            status.textContent = "";
          }, SHOWN_FOR);
        },
        () => getSelection()?.selectAllChildren(code), // not permitted here: then it takes a key more
      );
    });
    block.append(button);
  }
}
