import assert from "node:assert/strict";
import { test } from "node:test";
import { ListLayout, jumpOffset } from "./list-layout";

/** Returns a list of ten rows of 44 px whose rendered rows have been measured. */
function list(heights: Readonly<Record<number, number>>) {
  const places = new ListLayout();
  places.setCount(10, false, (index) => `row ${index}`);
  const measure = (top: number) =>
    places.measure(
      Object.entries(heights).map(([index, height]) => ({ index: Number(index), name: `row ${index}`, height })),
      top,
    );
  return { places, measure };
}

test("the list scrolls along with rows that grow above the viewport", () => {
  const { places, measure } = list({ 0: 100, 5: 144 });
  const top = places.start(3);
  assert.equal(measure(top), 56);
  assert.equal(places.start(3), top + 56);
  assert.equal(measure(top + 56), undefined, "nothing changed");
});

test("heights follow the names of moved rows", () => {
  const { places, measure } = list({ 2: 90 });
  measure(0);
  places.setCount(12, true, (index) => (index < 2 ? `new ${index}` : `row ${index - 2}`));
  assert.equal(places.size(4), 90);
  assert.equal(places.size(2), 44);
  places.setCount(13, false, (index) => `new ${index}`);
  assert.equal(places.size(4), 90, "rows that came at the end move nothing");
});

test("a row is scrolled into view by as little as possible", () => {
  const { places, measure } = list({ 9: 900 });
  measure(0);
  const viewport = { top: 100, height: 200 };
  assert.equal(places.nearest(3, viewport), undefined);
  assert.equal(places.nearest(0, viewport), "start");
  assert.equal(places.nearest(6, viewport), "end");
  assert.equal(places.nearest(9, viewport), "start", "it is higher than the sight");
  assert.ok(places.end(6) <= places.topFor(6, "end", 200) + 200);
  assert.ok(places.start(0) >= places.topFor(0, "start", 200));
  assert.equal(places.topFor(9, "center", 200), places.topFor(9, "start", 200), "its beginning is shown");
  assert.equal(places.topFor(0, "last", 200), places.height);
  assert.equal(places.start(6) - places.topFor(6, jumpOffset(200), 200), 48, "of what stands before some is in sight");
  assert.equal(places.start(6) - places.topFor(6, jumpOffset(1000), 1000), 150);
});
