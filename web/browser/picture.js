// What the picture in the README shows: `make picture` runs this in the page
// with the sample, then takes it.
(async () => {
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  const list = $deep("unspool-list");
  const press = async (key) => {
    const at = $deep("unspool-row:focus") ?? list;
    at.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, composed: true }));
    await wait(500);
  };
  list.focus();
  await press("]"); // the hook that failed
  const top = $deep("unspool-row:focus");
  await press("]"); // the test that failed
  await press("o");
  $deep("unspool-row:focus").blur();
  list.scrollTop += top.getBoundingClientRect().top - list.getBoundingClientRect().top - 96;
  await wait(900);
  return "taken";
})();
