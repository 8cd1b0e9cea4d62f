/** Highlights the current heading in the page's table of contents. */
export function followReading(page: Document): void {
  const links = new Map(
    [...page.querySelectorAll<HTMLAnchorElement>(".toc a")].map((link) => [link.hash.slice(1), link]),
  );
  const headings = [...page.querySelectorAll<HTMLElement>("main :is(h2, h3)[id]")];
  const top = page.querySelector(".top");
  if (links.size === 0 || top === null) return;
  let marked: HTMLAnchorElement | undefined;
  const mark = (): void => {
    const line = top.getBoundingClientRect().bottom + innerHeight / 5;
    const end = scrollY + innerHeight >= page.documentElement.scrollHeight - 2;
    const read = end ? headings.at(-1) : headings.findLast((heading) => heading.getBoundingClientRect().top <= line);
    const link = links.get(read?.id ?? "");
    if (link === marked) return;
    marked?.removeAttribute("aria-current");
    link?.setAttribute("aria-current", "true");
    marked = link;
  };
  let waiting = false;
  const soon = (): void => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      mark();
    });
  };
  addEventListener("scroll", soon, { passive: true });
  addEventListener("resize", soon);
  mark();
}
