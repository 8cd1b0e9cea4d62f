import { count } from "../../base/format";
import { stripInvisible } from "../../content/visible-text";
import type { SessionInfo } from "../../parser/model";

export const strings = {
  name: "Unspool",
  /** The title of the page, which shows a session or something else. */
  pageTitle: (session: Pick<SessionInfo, "title"> | undefined) =>
    session === undefined || session.title === ""
      ? "Unspool"
      : `${stripInvisible(session.title.slice(0, 80))} · Unspool`,
  theme: { auto: "Theme: system", light: "Theme: light", dark: "Theme: dark" },
  otherVersion: (version: string) =>
    `it needs version ${version}, but this page only supports version 1; reload the page to check for an update`,
  oneFile: "the offline version does not load sessions from the web",
  share: "Share",
  savePage: "Save as HTML",
  saveNotYet: "The session is still loading",
  title: "Read a Claude Code session",
  promise:
    "Open a transcript and read everything: what you asked, what Claude said and did, how it ended, and what it cost.",
  leads: "This link points to a message. Open its session file to see it.",
  docs: "Docs",
  about: "About",
  private: "Nothing leaves this page. Your browser reads the file locally: no upload, no account, no tracking.",
  file: "Choose files",
  folder: "Choose a folder",
  sample: "Explore a sample session",
  zone: "or drop them anywhere on this page",
  where: "Claude Code saves sessions in",
  wherePath: "~/.claude/projects",
  whereNote: "Open a single .jsonl file, a project, or the whole folder.",
  uploadNote:
    "If the browser asks whether to upload a folder: it means that the page may read it. The files stay here.",
  paste: "You can also paste a transcript.",
  download: "Download the offline version",
  drop: "Drop to open",
  dropNote: "A .jsonl file, a project, or a whole folder",
  another: "Open another session",
  openFound: (n: number) => `Open ${count(n, "file")}`,
  stop: "Cancel",
} as const;
