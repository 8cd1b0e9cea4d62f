// The part of Node's API that the tests use, so that Node's types are not visible to the page's code.

declare module "node:test" {
  /** Ends with the test: the clock is the real one again. */
  export interface TestContext {
    readonly mock: {
      method(object: Performance, name: "now", now: () => number): void;
      readonly timers: {
        enable(options: { readonly apis: readonly ("setTimeout" | "setInterval")[] }): void;
        tick(ms: number): void;
      };
    };
    after(clean: () => void): void;
  }
  export function test(name: string, body: (context: TestContext) => void | Promise<void>): void;
}

declare module "node:assert/strict" {
  interface Assert {
    (value: unknown, message?: string): asserts value;
    equal(actual: unknown, expected: unknown, message?: string): void;
    deepEqual(actual: unknown, expected: unknown, message?: string): void;
    match(actual: string, expected: RegExp, message?: string): void;
    rejects(promise: Promise<unknown>, expected: { readonly name: string }): Promise<void>;
    ok(value: unknown, message?: string): asserts value;
  }
  const assert: Assert;
  export default assert;
}

declare module "node:process" {
  export function getActiveResourcesInfo(): readonly string[];
  export function cpuUsage(): { readonly user: number; readonly system: number }; // µs of this process
}
