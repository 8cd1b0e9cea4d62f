import assert from "node:assert/strict";
import { test } from "node:test";
import { Player, pauseBetween } from "./player";

/** A player of rows with these times, and a clock that is set by hand. */
function makePlayer(times: readonly number[]) {
  const shown: number[] = [];
  const waits: number[] = [];
  let next: (() => void) | undefined;
  const rows = {
    total: () => times.length,
    timeAt: (index: number) => times[index] ?? 0,
    show: (at: number) => void shown.push(at),
  };
  const player = new Player(rows, (ms, then) => {
    waits.push(ms);
    next = then;
    return () => (next = undefined);
  });
  const tick = (): void => {
    const then = next;
    next = undefined;
    then?.();
  };
  return { player, shown, waits, tick };
}

test("rows follow at the pace of their times, long pauses are cut, and the end stops it", () => {
  const { player, shown, waits, tick } = makePlayer([1_000, 2_000, 600_000, 600_001, 0]);
  player.play();
  for (let i = 0; i < 4; i++) {
    assert.ok(player.isPlaying);
    tick();
  }
  assert.deepEqual(waits, [100, 200, 15, 80]);
  assert.deepEqual(shown, [0, 1, 2, 3, 4]);
  assert.equal(player.isPlaying, false);
  player.play();
  assert.equal(player.position, 0, "again from the beginning");
});

test("it stops, continues, is moved and changes its speed while it plays", () => {
  const { player, shown, waits, tick } = makePlayer([1_000, 2_000, 3_000, 4_000]);
  player.play();
  tick();
  player.pause();
  tick();
  assert.equal(player.position, 1);
  player.seek(99);
  assert.equal(player.position, 3);
  player.seek(2);
  assert.equal(player.isPlaying, false);
  player.speed = 50;
  player.play();
  player.seek(0);
  assert.equal(player.isPlaying, true);
  player.speed = 1;
  assert.deepEqual(waits, [100, 100, 20, 20, 1_000]);
  assert.deepEqual(shown, [0, 1, 3, 2, 2, 0]);
});

test("times that are unknown or run backward have a pause, too", () => {
  assert.equal(pauseBetween(0, 5), 800);
  assert.equal(pauseBetween(5, 0), 800);
  assert.equal(pauseBetween(5_000, 1_000), 150);
});
