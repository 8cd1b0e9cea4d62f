import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { createParser } from "./client";
import type { Failure } from "./protocol";
import { reasons } from "./strings";
import { compileOnce } from "./wasm/compile";

const assets = { parserWorker: "https://viewer.example/worker.js", renderWorker: "", wasm: "client.test.wasm" };

/** A page with a worker that replies to nothing but pings, and with a fake clock. */
class FakePage {
  /** The state of the worker: `isDead` if the browser has ended it. */
  readonly worker = { isDead: false, isStuck: false, isTerminated: false };
  #now = 0;
  readonly #context: TestContext;

  constructor(context: TestContext) {
    this.#context = context;
    const state = this.worker;
    class FakeWorker extends EventTarget {
      constructor() {
        super();
        this.#send("blob:image"); // the worker announces itself
      }

      postMessage({ id, path }: { readonly id: string; readonly path?: readonly string[] }, ports: unknown): void {
        for (const port of [ports].flat()) if (port instanceof MessagePort) port.close(); // it would keep Node running
        if (path?.[0] === "ping" && !state.isDead && !state.isStuck) this.#send({ id, type: "RAW", value: undefined });
      }

      terminate(): void {
        state.isTerminated = true;
      }

      #send(data: unknown): void {
        queueMicrotask(() => this.dispatchEvent(new MessageEvent("message", { data })));
      }
    }
    class FakeImage {
      readonly complete = true;
      onload: (() => void) | undefined;
      onerror: (() => void) | undefined;

      set src(_: string) {
        queueMicrotask(() => (state.isDead ? this.onerror : this.onload)?.());
      }
    }
    this.#define({
      Worker: FakeWorker,
      Image: FakeImage,
      ErrorEvent: class extends Event {},
      self: { origin: "https://viewer.example" },
    });
    context.mock.method(performance, "now", () => this.#now);
    context.mock.timers.enable({ apis: ["setInterval"] });
  }

  #define(globals: Readonly<Record<string, unknown>>): void {
    for (const [name, value] of Object.entries(globals)) {
      const before = Object.getOwnPropertyDescriptor(globalThis, name);
      Object.defineProperty(globalThis, name, { value, configurable: true });
      this.#context.after(() => {
        if (before === undefined) Reflect.deleteProperty(globalThis, name);
        else Object.defineProperty(globalThis, name, before);
      });
    }
  }

  /** Starts a parser, and makes a request that is never answered. */
  async start(): Promise<() => Failure | undefined> {
    await compileOnce(assets.wasm, async () => new Response(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)));
    const parser = createParser(assets);
    this.#context.after(() => parser.terminate());
    let why: Failure | undefined;
    void parser.stopped.then((reason) => (why = reason));
    parser.api.sessions().catch(() => undefined);
    await this.pass(3_000);
    assert.equal(why, undefined);
    return () => why;
  }

  /** Passes time in steps, so a timer fires less than one step late. */
  async pass(ms: number, step = 100): Promise<void> {
    for (const end = this.#now + ms; this.#now < end;) {
      this.#now += step;
      this.#context.mock.timers.tick(step);
      await new Promise((resolve) => setTimeout(resolve)); // replies and events arrive
    }
  }

  /** Passes time in which no timer of the page runs, and no reply arrives. */
  sleep(ms: number): void {
    this.#now += ms;
  }
}

test("a worker that the browser ended is noticed within 2 s, whenever it ends", async (context) => {
  const page = new FakePage(context);
  for (const since of [0, 100, 200, 300, 400]) {
    page.worker.isDead = page.worker.isTerminated = false;
    const stopped = await page.start();
    await page.pass(since);
    page.worker.isDead = true;
    await page.pass(1_900);
    assert.equal(stopped()?.detail, reasons.ended);
    assert.equal(page.worker.isTerminated, true);
  }
});

test("a worker that is stuck is noticed after 20 s, but not if the page was suspended meanwhile", async (context) => {
  const page = new FakePage(context);
  const stopped = await page.start();
  page.worker.isStuck = true;
  await page.pass(15_000);
  page.sleep(30_000);
  await page.pass(15_000);
  assert.equal(stopped(), undefined);
  await page.pass(6_000);
  assert.equal(stopped()?.detail, reasons.silent);
});

test("a page whose timers are somewhat late was not suspended", async (context) => {
  const page = new FakePage(context);
  const stopped = await page.start();
  page.worker.isStuck = true;
  await page.pass(25_000, 1_500);
  assert.equal(stopped()?.detail, reasons.silent);
});
