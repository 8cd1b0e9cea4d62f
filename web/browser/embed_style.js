// Functions that embed_style_test.go calls in the page.
({
  // Returns the values of inherited properties in a row of the viewer.
  inherited() {
    const style = getComputedStyle($deep("unspool-row[data-kind=text] .prose"));
    const names = `font-family font-size font-style font-weight font-variant-caps font-stretch letter-spacing word-spacing
      text-indent text-align text-transform text-shadow -webkit-text-fill-color white-space-collapse text-wrap-mode
      text-wrap-style word-break hyphens color cursor line-break tab-size list-style-type quotes line-height direction`;
    return JSON.stringify(names.split(/\s+/).map((name) => [name, style.getPropertyValue(name)]));
  },
  // Returns the distances of the content from the top and the bottom edge of the box.
  edges() {
    const box = $deep("unspool-list").getBoundingClientRect();
    const first = $deep(".asked").getBoundingClientRect();
    const last = $$deep("unspool-row .inner").at(-1).getBoundingClientRect();
    return [first.top - box.top, box.bottom - last.bottom];
  },
});
