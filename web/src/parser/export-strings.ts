const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(", ");

/** Reasons why a session is not exported. They are loaded late, with the code that exports. */
export const exportReasons = {
  valueLeft: (where: string) => `nothing was exported: a value that was to be replaced is left. ${where}`,
  gotShorter: "it got shorter while it was being read",
  noExport: "this page contains no code that exports",
  noSession: "the session is not in the files",
  noOptions: "the options must be an object",
  unknownOption: (name: string, names: readonly string[]) =>
    `there is no option ${name}: the options are ${names.join(", ")}`,
  invalidOption: (name: string, value: string, allowed: string) => `${name} must be ${allowed}, and not ${value}`,
  needsTools: (name: string) => `${name} needs withoutTools with the names of tools, or ["all"]`,
  needsRedact: (name: string) => `${name} needs redact: true`,
  rules: {
    flag: "true or false",
    count: "a whole number from 0 on",
    text: "a string",
    list: "a list of strings",
    signal: "an AbortSignal",
    function: "a function",
    oneOf: (names: readonly string[]) => `one of ${quoted(names)}`,
    someOf: (names: readonly string[]) => `a string of some of ${quoted(names)}, separated by commas`,
    aList: "a list",
    listWith: (element: string) => `a list with ${element}`,
    anObject: "an object",
    aFunction: "a function",
  },
} as const;
