// All that Markdown, code, diffs and terminals have in common. It is not small, and comes with the first words to be shown.
export { createRenderClient } from "./env";
export { renderMarkdown } from "./markdown";
export { renderStyles } from "./styles";
