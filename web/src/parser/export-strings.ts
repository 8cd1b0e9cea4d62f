/** Reasons why a session is not exported. They are loaded late, with the code that exports. */
export const exportReasons = {
  valueLeft: (where: string) => `nothing was exported: a value that was to be replaced is left. ${where}`,
  gotShorter: "it got shorter while it was being read",
  noExport: "this page contains no code that exports",
  noSession: "the session is not in the files",
} as const;
