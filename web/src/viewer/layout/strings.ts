export const strings = {
  atWork: (all: string, active: string) => `${all}, ${active} active`,
  span: (all: string) => `${all} from the first record to the last`,
  active: (time: string) => `${time} active: from each prompt to the end of its turn`,
  sharedLink: "Shared link",
  sharedLinkNote: "This session is contained in the link that you opened. Nothing was fetched.",
  findings: "Problems in the file",
  alsoFound: "Also noticed",
  noMoreSessions: "No more sessions in this direction.",
  goTo: "Go to",
  goToLabel: "Prompt number or record ID",
  go: "Go",
  goToMissing: "No such prompt or record.",
  messageGone: "That message is not in these files.",
  sessionMissing: (id: string) =>
    `This link points into session ${id.length > 8 ? `${id.slice(0, 8)}…` : id}, which is not among the opened files. ` +
    "Open the file or folder that contains it.",
  bar: "Views and panes",
  more: "More",
  conversation: "Conversation",
} as const;
