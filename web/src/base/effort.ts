// For tests: the cost of code, independent of how busy the machine is.
import { cpuUsage } from "node:process";

/** Returns the milliseconds of processor time that the work takes. */
export function effort(work: () => void): number {
  const before = cpuUsage();
  work();
  const after = cpuUsage();
  return (after.user + after.system - before.user - before.system) / 1000;
}
