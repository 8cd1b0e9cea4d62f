export const strings = {
  shortcutsNote: "Shortcuts work while the conversation is focused.",
  modifier: { mac: "⌘", other: "Ctrl" },
  otherKeys: [
    {
      name: "Everywhere",
      keys: [
        ["Enter", "Expand, collapse or open"],
        ["Esc", "Close or go back"],
        ["Tab", "Next area"],
      ],
    },
    {
      name: "Outline and trees",
      keys: [
        ["↑ ↓", "Previous or next line"],
        ["→", "Expand"],
        ["←", "Collapse or go to the parent"],
        ["Home End", "First or last line"],
      ],
    },
    {
      name: "Timeline",
      keys: [
        ["← →", "Previous or next step"],
        ["↑ ↓", "Lane above or below"],
        ["+ −", "Zoom in or out"],
        ["0", "Zoom to fit"],
        ["Shift ← →", "Pan"],
      ],
    },
  ],
  groups: {
    move: "Navigate",
    show: "Show",
    sessions: "Sessions",
    general: "General",
    filter: "Filter",
    page: "Page",
  },
  themes: { auto: "Theme: system", light: "Theme: light", dark: "Theme: dark" },
  commands: {
    turnGoTo: "Go to a prompt",
    sessionNext: "Next session",
    sessionPrevious: "Previous session",
    sessionList: "All sessions",
    linkCopy: "Copy link to this message",
    pageOpenAnother: "Open another file or folder",
    pageSave: "Save as HTML",
    pageAbout: "About Unspool",
  },
} as const;
