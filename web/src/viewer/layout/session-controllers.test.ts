import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { PaneViewer } from "../../panes/session-controller";
import { info } from "../../parser/testing/sessions";
import type { SessionInfo } from "../../parser/model";
import type { ParserApi } from "../../parser/protocol";
import type { RowContext } from "../../rows/context";
import { RowStore } from "../../session/row-store";
import { SessionControllers } from "./session-controllers";

/** Shows a session, and returns what of it can be drawn: before its first paint, at once after it, and later. */
function drawn(
  { mock }: TestContext,
  { busy, state }: { readonly busy: boolean; readonly state: SessionInfo["state"] },
) {
  mock.timers.enable({ apis: ["setTimeout"] });
  const frames: (() => void)[] = [];
  globalThis.requestAnimationFrame = (frame) => frames.push(() => frame(0));
  const context: Partial<RowContext> = {
    conversation: new RowStore({} as ParserApi, 0),
    signal: new AbortController().signal,
  };
  const shown = context as RowContext;
  const viewer: Partial<PaneViewer> = { shown, busy, sessions: [info({ state })] };
  let updates = 0;
  const none = (): void => undefined;
  const controllers = new SessionControllers(viewer as PaneViewer, new Set(), {
    onViewState: none,
    onPanes: none,
    onMove: none,
    onContent: none,
    onPainted: () => updates++,
  });
  controllers.add(shown);
  const places = (): string => {
    const controller = controllers.current;
    assert.ok(controller);
    const canDraw = (["view", "above", "start", "end"] as const).filter((place) =>
      controllers.canDraw(controller, place),
    );
    return `${updates}: ${canDraw.join(" ")}`;
  };
  const wait = (ms: number): string => (mock.timers.tick(ms), places());
  const before = wait(1000);
  Reflect.deleteProperty(globalThis, "requestAnimationFrame");
  for (const frame of frames) frame();
  return [before, wait(1), wait(200), wait(100)];
}

test("panes beside a conversation are drawn after its first paint if no file is being read", (t) => {
  const all = "1: view above start end";
  assert.deepEqual(drawn(t, { busy: false, state: "lost" }), ["0: ", all, all, all]);
});

test("panes beside a conversation that has been read do not wait for the other sessions", (t) => {
  const all = "1: view above start end";
  assert.deepEqual(drawn(t, { busy: true, state: "read" }), ["0: ", all, all, all]);
});

test("panes beside a conversation that is being read are drawn a moment after its first paint", (t) => {
  assert.deepEqual(drawn(t, { busy: true, state: "waiting" }), [
    "0: ",
    "1: view above",
    "1: view above",
    "2: view above start end",
  ]);
});
