export const strings = {
  title: "About Unspool",
  what: "Reads Claude Code sessions in your browser. Nothing leaves the page.",
  version: "Version",
  commit: "Commit",
  unknown: "unknown",
  docs: "Documentation",
  changelog: "Changelog",
  licenses: "Third-party licenses",
  license: "Free software under the MIT License. Not made by Anthropic.",
} as const;
