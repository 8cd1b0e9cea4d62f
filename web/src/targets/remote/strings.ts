export const strings = {
  title: "Read a session from",
  spelled: "This name contains letters from other scripts. It reads as",
  page: (host: string) => `The link points to a page on ${host}. This is the file that the page shows.`,
  fetch: "Your browser will fetch this address:",
  facts: [
    "That host will see your IP address and that this page requests the file.",
    "No cookies or credentials are sent to it.",
    "Nothing else leaves this page: the session is read locally, in your browser.",
  ],
  unnamed: {
    title: "redirects your browser",
    why: "This is the requested address. Browsers reveal the target of a redirect only after following it.",
    facts: [
      "The hosts along the way will see your IP address and that this page requests the file.",
      "No cookies or credentials are sent to them.",
      "If the file is on another host, you will see its name and be asked before it is read.",
    ],
    no: "Don't follow",
    yes: "Follow",
  },
  met: {
    why: (host: string) =>
      `${host} redirected your browser to this address. It was already requested, but none of its response was read.`,
    facts: [
      "That host has seen your IP address and that this page requests the file. Reading the file requests it again.",
      "No cookies or credentials are sent to it.",
      "Nothing else leaves this page: the session is read locally, in your browser.",
    ],
  },
  no: "Don't read",
  yes: "Read it",
  ownTab: "Open in a new tab",
  notOpened: "This address can't be opened",
  notRead: "The response from this address was not read",
  back: "Back",
  refused: {
    none: "It is not the address of a file on the web.",
    scheme: "Only addresses that begin with https:// can be opened.",
    login: "It contains a user name or password. Only public files can be read here.",
    private: "It points to a private network or to this computer, and a link must not make your browser access those.",
  },
  field: "Or open one from the web",
  example: "https://…/session.jsonl",
  open: "Open",
  fieldNote:
    "A raw file on GitHub or Gist, a dataset file on Hugging Face, or a file on any host that allows it. " +
    "You are asked before anything is fetched.",
} as const;
