// Draws the blocks of code on standard input, a JSON list, as a list of HTML on
// standard output; run in web/ by highlight.go.
const hljs = require("highlight.js/lib/core");
const { readFileSync, writeFileSync } = require("node:fs");

// Names that are not those of the highlighter's files.
const files = { html: "xml", vue: "xml", js: "javascript", jsx: "javascript", ts: "typescript", tsx: "typescript", sh: "bash", text: "plaintext", "": "plaintext", toml: "ini", caddy: "plaintext" };

const drawn = JSON.parse(readFileSync(0, "utf8")).map(({ Lang, Text }) => {
  const language = files[Lang] ?? Lang;
  // The grammar of HTML draws the scripts and styles inside of it.
  for (const name of language === "xml" ? ["javascript", "css", "xml"] : [language]) {
    if (hljs.getLanguage(name) === undefined) hljs.registerLanguage(name, require(`highlight.js/lib/languages/${name}`));
  }
  return hljs.highlight(Text, { language }).value;
});
writeFileSync(1, JSON.stringify(drawn));
