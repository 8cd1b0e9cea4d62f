import assert from "node:assert/strict";
import { test } from "node:test";
import { PaneLoader } from "./pane-loader";

interface Load {
  readonly signal: AbortSignal;
  readonly isReload: boolean;
  readonly end: () => void;
  readonly fail: (error: unknown) => void;
}

/** A pane whose loads end when the test says so. */
function pane(): { readonly viewer: { busy: boolean }; readonly loads: readonly Load[]; readonly loader: PaneLoader } {
  const viewer = { busy: false };
  const loads: Load[] = [];
  const host = {
    controller: { viewer },
    addController: () => undefined,
    removeController: () => undefined,
    requestUpdate: () => undefined,
    updateComplete: Promise.resolve(true),
  };
  const loader = new PaneLoader(host, (signal, isReload) => {
    return new Promise<void>((end, fail) => loads.push({ signal, isReload, end, fail }));
  });
  return { viewer, loads, loader };
}

/** Lets promises that are settled call back. */
async function callbacks(): Promise<void> {
  for (let i = 0; i < 5; i++) await Promise.resolve();
}

test("changes during a load are loaded once after it", async () => {
  const { loads, loader } = pane();
  loader.load();
  loader.reload();
  loader.reload();
  assert.equal(loads.length, 1);
  assert.equal(loads[0]?.signal.aborted, false);
  loads[0]?.end();
  await callbacks();
  assert.deepEqual(
    loads.map(({ isReload }) => isReload),
    [false, true],
  );
  loads[1]?.end();
  await callbacks();
  assert.equal(loads.length, 2);
});

test("changes while files are being read are loaded after a pause, the last one at once", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { viewer, loads, loader } = pane();
  viewer.busy = true;
  loader.load();
  loads[0]?.end();
  await callbacks();
  loader.reload();
  loader.reload();
  context.mock.timers.tick(599);
  assert.equal(loads.length, 1);
  context.mock.timers.tick(2_000);
  assert.equal(loads.length, 2);
  loads[1]?.end();
  await callbacks();
  loader.reload();
  viewer.busy = false;
  loader.reload();
  assert.equal(loads.length, 3);
  loads[2]?.end();
  await callbacks();
  context.mock.timers.tick(10_000);
  assert.equal(loads.length, 3);
});

test("a delayed load includes changes and replaces the previous one", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { loads, loader } = pane();
  loader.load();
  loader.load(40);
  assert.equal(loads[0]?.signal.aborted, true);
  loader.reload();
  assert.equal(loads.length, 1);
  context.mock.timers.tick(40);
  assert.deepEqual(
    loads.map(({ isReload }) => isReload),
    [false, false],
  );
});

test("nothing is loaded after the pane has left the page", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { viewer, loads, loader } = pane();
  loader.load();
  loader.reload();
  loader.hostDisconnected();
  assert.equal(loads[0]?.signal.aborted, true);
  loads[0]?.end();
  await callbacks();
  viewer.busy = true;
  loader.reload();
  loader.hostDisconnected();
  context.mock.timers.tick(10_000);
  assert.equal(loads.length, 1);
});

test("a failed load is known until something else is loaded", async () => {
  const { loads, loader } = pane();
  loader.load();
  loads[0]?.fail({ code: "crashed", detail: "", path: "" });
  await callbacks();
  assert.equal(loader.failed, true);
  loader.reload();
  assert.equal(loader.failed, true);
  loader.load();
  assert.equal(loader.failed, false);
});
