import assert from "node:assert/strict";
import { test } from "node:test";
import { ListLayout } from "./list-layout";
import { Scroll } from "./scroll";

/** Returns a list of a hundred rows of 44 px with a viewport of 300 px. */
function list() {
  const places = new ListLayout();
  places.setCount(100, false, (index) => index);
  const element = { context: undefined, scrollTop: 0, scrollHeight: places.height };
  const scroll = new Scroll(element, places);
  scroll.height = 300;
  return { element, places, scroll };
}

test("a list scrolls to a row once, and a pinned row stays in place", () => {
  const { element, places, scroll } = list();
  scroll.scrollTo(50, 50, "start");
  assert.equal(scroll.scrollToTarget(true), true);
  assert.equal(element.scrollTop, places.topFor(50, "start", 300));
  assert.equal(scroll.scrollToTarget(true), false);
  assert.equal(scroll.goal, undefined, "it is there");

  scroll.goal = { name: 50, alignment: 100 };
  scroll.scrollToTarget(true);
  assert.equal(element.scrollTop, places.start(50) - 100);
  scroll.scrollToTarget(true);
  assert.ok(scroll.goal !== undefined, "it is held");
  element.scrollTop += 40;
  scroll.onScroll();
  assert.equal(scroll.goal, undefined, "who scrolls lets it go");
});

test("a goal stays in effect until the rows are measured", () => {
  const { scroll } = list();
  scroll.scrollTo(50, 50, "start");
  scroll.scrollToTarget(false);
  scroll.scrollToTarget(false);
  assert.ok(scroll.goal !== undefined);
});

test("the list follows growth above, but not while scrolling to a row", () => {
  const { element, scroll } = list();
  element.scrollTop = 1000;
  scroll.onScroll();
  scroll.contentGrown(60);
  assert.equal(scroll.scrollToTarget(true), true);
  assert.equal(element.scrollTop, 1060);
  scroll.scrollTo(90, 90, "start");
  scroll.contentGrown(60);
  scroll.goal = undefined;
  assert.equal(scroll.scrollToTarget(true), false);
});

test("fractions of pixels that the page rounds are kept", () => {
  const { element, scroll } = list();
  scroll.top = 1000.4;
  element.scrollTop = 1000;
  scroll.onScroll();
  assert.equal(scroll.top, 1000.4);
});
