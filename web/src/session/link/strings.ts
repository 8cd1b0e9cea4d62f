export const strings = {
  damaged:
    "the session in this link is damaged or incomplete. Some apps cut off long links: copy the whole link again.",
  newerVersion:
    "this link was made by a newer version of Unspool. Reload the page to get it, or download the offline version again.",
  tooLong: (characters: string) =>
    `the session in this link has more than ${characters} characters. Unspool makes no such links.`,
  tooLarge: (megabytes: number) =>
    `the session in this link would be larger than ${megabytes} MB when unpacked. Unspool makes no such links.`,
} as const;
