import { number } from "../../base/format";

export const strings = {
  pause: (length: string) => `${length} pause`,
  hours: (n: number) => `${number(n)}\u00a0h`,
  days: (n: number) => `${number(n)}\u00a0d`,
} as const;
