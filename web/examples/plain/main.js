import "unspool/define";

const viewer = document.querySelector("unspool-session");
const length = document.querySelector("#length");

viewer.addEventListener("unspool-ready", async () => {
  const { turns, toolCalls } = await viewer.summary();
  length.textContent = `${turns} turns, ${toolCalls} tool calls`;
});
viewer.addEventListener("unspool-error", ({ detail }) => {
  length.textContent = `It could not be read (${detail.code}).`;
});
document.querySelector("input").addEventListener("change", ({ target }) => {
  viewer.load(target.files).catch(() => undefined); // the viewer says why
});
