export const strings = {
  close: "Close",
} as const;
