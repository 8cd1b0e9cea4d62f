import { number } from "../../base/format";

export const strings = {
  atWork: (all: string, active: string) => `${all}, ${active} active`,
  span: (all: string) => `${all} from the first record to the last`,
  active: (time: string) => `${time} active: from each prompt to the end of its turn`,
  close: "Close",
  findings: "Problems in the file",
  alsoFound: "Also noticed",
  noMoreSessions: "No more sessions in this direction.",
  goTo: "Go to",
  goToLabel: "Turn number or record ID",
  go: "Go",
  goToMissing: "No such turn or record.",
  messageGone: "That message is not in these files.",
  bar: "Views and panes",
  conversation: "Conversation",
  views: { usage: "Usage", files: "Files", records: "Records" },
  filtersOn: (n: number) => `Filter, ${number(n)} active`,
} as const;
