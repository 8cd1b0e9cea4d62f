import { count } from "../../base/format";

export const strings = {
  table: (rows: number, columns: number) => `Table, ${count(rows, "row")}, ${count(columns, "column")}`,
  notes: "Notes",
  note: (n: number) => `Note ${n}`,
  back: "↩\ufe0e",
  noteBack: (n: number) => `Back to reference ${n}`,
  taskDone: "done",
  taskOpen: "not done",
  math: "Formula (source)",
  mermaid: "Mermaid diagram (source)",
  picture: (alt: string, host: string) =>
    `Image${alt === "" ? "" : `: ${alt}`} (${host === "" ? "not loaded" : `on ${host}, not loaded`})`,
  notALink: "Not a web address",
  plain: {
    size: "Shown as plain text: too long to format.",
    deep: "Shown as plain text: nested too deeply or too complex.",
    time: "Shown as plain text: formatting took too long.",
    worker: "Shown as plain text: formatting is not available here.",
  },
} as const;
