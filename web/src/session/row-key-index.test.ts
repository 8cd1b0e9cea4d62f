import assert from "node:assert/strict";
import { test } from "node:test";
import type { Row } from "../parser/model";
import { RowKeyIndex } from "./row-key-index";

const nowhere = (): boolean => false;

function rows(...keys: readonly string[]): readonly Row[] {
  return keys.map((key): Partial<Row> => ({ key })) as Row[];
}

function makeIndex(): RowKeyIndex {
  const names = new RowKeyIndex();
  names.setRows(0, rows("a", "b", "c"), nowhere);
  return names;
}

test("rows below one that opens or closes keep their names", () => {
  const names = makeIndex();
  const { layout } = names;
  names.shift(0, 2);
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((at) => names.at(at)),
    ["a", 1, 2, "b", "c"],
  );
  assert.equal(names.indexOf("c"), 4);
  names.shift(0, -2);
  assert.deepEqual(
    [0, 1, 2].map((at) => names.at(at)),
    ["a", "b", "c"],
  );
  assert.equal(names.indexOf("c"), 2);
  assert.equal(names.layout, layout + 2);
});

test("the layout revision changes when a row moves, not when one is loaded", () => {
  const names = makeIndex();
  const { layout } = names;
  names.setRows(3, rows("d"), nowhere);
  names.setRows(0, rows("a", "b", "c"), nowhere);
  assert.equal(names.layout, layout);
  names.setRows(1, rows("x"), nowhere);
  assert.equal(names.layout, layout + 1);
  assert.equal(names.indexOf("b"), -1);
});

test("two rows with one key are still two", () => {
  const names = makeIndex();
  names.setRows(3, rows("a"), (place) => place === 0);
  assert.equal(names.at(0), "a");
  assert.equal(names.at(3), "a~3");
});

test("names after the last row are dropped", () => {
  const names = makeIndex();
  const { layout } = names;
  names.truncate(3);
  assert.equal(names.layout, layout);
  names.truncate(1);
  assert.equal(names.layout, layout + 1);
  assert.equal(names.indexOf("b"), -1);
  assert.equal(names.at(1), 1);
  names.clear();
  assert.equal(names.indexOf("a"), -1);
});
