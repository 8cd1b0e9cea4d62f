export const strings = {
  version: (asked: string) => ({
    what: "This viewer does not support that kind of address",
    why: `It reads addresses with v=1${asked === "" ? ", and this one has no v" : `; this one has v=${asked.slice(0, 20)}`}.`,
  }),
  address: {
    what: "The address could not be opened",
    why: "This viewer reads transcripts from its own site, and others over https without a user name. Check the address after src=.",
  },
  remote: (hosts: string) => ({
    what: `This session is on ${hosts}`,
    why: "You can open it on a page that asks you first.",
    go: "Continue",
  }),
  severalRemote: (hosts: string) => ({
    what: `This session is on ${hosts}`,
    why: "This page reads from other hosts only when it is embedded, and the viewer that asks you first opens one address at a time.",
  }),
  confined: (hosts: string) => ({
    what: `This session is on ${hosts}`,
    why:
      "This viewer is in a private network, and the page around it is not known to be. So it reads from its own host only: " +
      "otherwise any page could reach hosts of the network through it.",
  }),
  alone: {
    what: "No session here",
    why: "This page is made to be embedded in another page, which chooses the session.",
    go: "Open the viewer",
  },
} as const;
