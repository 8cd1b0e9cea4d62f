import { copyButtons } from "./copy";
import { followReading } from "./table-of-contents";

copyButtons(document);
makeScrollable(document);
followReading(document);

/** Makes code and tables that are wider than the page scrollable by keys. Only those are stops of the Tab key. */
function makeScrollable(page: Document): void {
  const look = (box: Element): void => {
    if (box.scrollWidth > box.clientWidth) box.setAttribute("tabindex", "0");
    else box.removeAttribute("tabindex");
  };
  const resized = new ResizeObserver((entries) => entries.forEach(({ target }) => look(target)));
  for (const box of page.querySelectorAll("pre, .table")) resized.observe(box);
}
