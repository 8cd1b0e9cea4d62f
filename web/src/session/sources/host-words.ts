// What is said about addresses of other hosts, on pages that read from them.

export const fetchWords = {
  slow: (host: string, seconds: number) => `${host} sent nothing for ${seconds} seconds. Try again later.`,
  cut: (host: string, size: string) => `The connection to ${host} broke off after ${size}. Try again later.`,
  damaged: "What came could not be unpacked: its gzip data is damaged, or has several parts.",
  tooLarge: (size: string) =>
    `It has more than ${size}. Download it and open it from your disk: then size does not matter.`,
  page: (file: string) => `it is a page about the file, which itself is at ${file}`,
  offline: "This device is offline.",
  mixed: "A page that came by https may not load from http. Use an address that begins with https.",
  blocked: (host: string) =>
    `${host} did not answer, or does not let other sites read this file: for that it must send the header ` +
    `“Access-Control-Allow-Origin: *”. ` +
    `Raw files of GitHub and its gists, and data set files of Hugging Face, can be read from anywhere.`,
} as const;

export const otherHosts = {
  title: "Read a session from",
  spelled: "This name has letters of other scripts. It reads as",
  page: (host: string) => `The link names a page on ${host}. This is the file that the page is about.`,
  fetch: "Your browser will fetch this address:",
  facts: [
    "That host sees your IP address, and that this page asks for the file.",
    "No cookies and no login are sent to it.",
    "Nothing else leaves this page: the session is read here, in your browser.",
  ],
  unnamed: {
    title: "sends your browser on",
    why: "This is the address that it was asked for. Where it leads to, browsers tell a page only after they went there.",
    facts: [
      "The hosts on the way see your IP address, and that this page asks for the file.",
      "No cookies and no login are sent to them.",
      "If the file is on another host, you are told its name, and asked before it is read.",
    ],
    no: "Do not follow",
    yes: "Follow",
  },
  met: {
    why: (host: string) =>
      `${host} sent your browser on to this address. It was asked already; nothing of its answer was read.`,
    facts: [
      "That host has seen your IP address, and that this page asks for the file. To read it, it is asked again.",
      "No cookies and no login are sent to it.",
      "Nothing else leaves this page: the session is read here, in your browser.",
    ],
  },
  no: "Do not read",
  yes: "Read it",
  ownTab: "Open in a tab of its own",
  notOpened: "This address is not opened",
  notRead: "What this address answered is not read",
  back: "Back",
  refused: {
    none: "It is no address of a file on the web.",
    scheme: "Only addresses that begin with https:// are opened.",
    login: "It has a name or a password in it. Only public files can be read here.",
    private:
      "It leads into a private network, or to this computer. A link must not have your browser look around there.",
  },
  field: "Or read one from the web",
  example: "https://…/session.jsonl",
  open: "Open",
  fieldNote:
    "A raw file of GitHub or of a gist, a data set file of Hugging Face, or any host that allows it. " +
    "You are asked before anything is fetched.",
} as const;
