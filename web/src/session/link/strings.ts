export const strings = {
  damaged:
    "the session in this link is damaged or incomplete. Some apps cut off long links: copy the whole link again.",
  newerVersion:
    "this link was made by a newer version of Unspool. Reload the page to get it, or download the offline version again.",
  tooLong: "the session in this link is longer than in any link that Unspool makes.",
  tooLarge: (megabytes: number) =>
    `the session in this link would have more than ${megabytes} MB when unpacked, which no link of Unspool has.`,
} as const;
