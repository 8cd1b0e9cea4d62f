import assert from "node:assert/strict";
import { test } from "node:test";
import { VirtualLayout } from "./virtual-layout";

/** A hundred items with an estimated height of 50 px, of which every third one has the shape "tall". */
function layout(): VirtualLayout {
  const list = new VirtualLayout();
  list.setItems(
    100,
    () => 50,
    (index) => (index % 3 === 0 ? "tall" : index),
  );
  return list;
}

test("the range has the items of the viewport and the overscan", () => {
  const list = layout();
  assert.deepEqual(list.range({ top: 1000, height: 200 }, 100), { from: 18, to: 27 });
  assert.deepEqual(list.range({ top: 0, height: 200 }, 100), { from: 0, to: 7 });
  assert.deepEqual(list.range({ top: 1e6, height: 200 }, 100), { from: 94, to: 100 }, "beyond the end");
  assert.deepEqual(new VirtualLayout().range({ top: 0, height: 200 }, 100), { from: 0, to: 0 });
  list.before = 500;
  assert.deepEqual(list.range({ top: 1500, height: 200 }, 100), { from: 18, to: 27 });
});

test("items with one size key share a height, and the growth above the viewport is returned", () => {
  const list = layout();
  const grown = list.measure(
    [
      { index: 6, height: 60 },
      { index: 7, height: 40 },
      { index: 8, height: 0 },
    ],
    325,
  );
  assert.equal(grown, 30, "items 0, 3 and 6 start above and are 10 px taller, 7 starts below");
  assert.deepEqual([list.size(3), list.size(99), list.size(7), list.size(8)], [60, 60, 40, 50]);
  assert.equal(list.height, 100 * 50 + 34 * 10 - 10);
  assert.equal(list.measure([{ index: 9, height: 60.2 }], 325), undefined, "nothing changed");
});

test("measured heights outlast another arrangement until they are forgotten", () => {
  const list = layout();
  list.measure([{ index: 0, height: 60 }], 0);
  const arrange = (kept: number): void =>
    list.setItems(
      10,
      () => 20,
      () => "tall",
      kept,
    );
  arrange(0);
  assert.equal(list.height, 600);
  list.forget();
  arrange(5);
  assert.equal(list.height, 5 * 60 + 5 * 20);
});

test("an item is scrolled into the viewport by as little as possible", () => {
  const list = layout();
  const viewport = { top: 1000, height: 200 };
  assert.equal(list.nearestTop(21, viewport, 0, 0), 1000);
  assert.equal(list.nearestTop(20, viewport, 30, 0), 970);
  assert.equal(list.nearestTop(24, viewport, 0, 30), 1080);
  assert.equal(list.nearestTop(24, { top: 0, height: 40 }, 0, 0), 1200, "its beginning, if it does not fit");
});
