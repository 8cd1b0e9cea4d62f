import assert from "node:assert/strict";
import { test } from "node:test";
import { plainStyle, readTerminal, type Style } from "./ansi";
import { effort } from "../../base/effort";

const ESC = "\u001b";

function styled(style: Style): string {
  return Object.entries(style)
    .filter(([name, value]) => value !== Reflect.get(plainStyle, name))
    .map(([name, value]) => (value === true ? name : `${name}=${String(value)}`))
    .join(" ");
}

/** Returns lines with "text{style}" runs, "↻n" for overwritten states, and the number of hidden sequences. */
function read(text: string): readonly [string, number] {
  const { lines, hidden } = readTerminal(text);
  const shown = lines.map(({ runs, overwritten }) => {
    const words = runs
      .map((run) => (styled(run.style) === "" ? run.text : `${run.text}{${styled(run.style)}}`))
      .join("");
    return overwritten > 0 ? `${words}↻${overwritten}` : words;
  });
  return [shown.join("\n"), hidden];
}

test("colors and styles", () => {
  const cases: readonly (readonly [string, string, number])[] = [
    ["plain\n", "plain", 0],
    [`${ESC}[31mred${ESC}[0m plain`, "red{fg=1} plain", 0],
    [`${ESC}[1;4;38;5;208mx${ESC}[m`, "x{fg=255,135,0 bold underline}", 0],
    [`${ESC}[38;2;1;2;3;48;2;4;5;6mx`, "x{fg=1,2,3 bg=4,5,6}", 0],
    [`${ESC}[38:2::1:2:3mx${ESC}[4:3my`, "x{fg=1,2,3}y{fg=1,2,3 underline}", 0],
    [`${ESC}[38;5;244mx`, "x{fg=128,128,128}", 0],
    [`${ESC}[38;5;9mx${ESC}[97;104my`, "x{fg=9}y{fg=15 bg=12}", 0],
    [`${ESC}[1;2mx${ESC}[22my${ESC}[7mz`, "x{bold dim}yz{inverse}", 0],
    [`${ESC}[38;5;999mx`, "x", 0],
    [`${ESC}[8mhidden`, "hidden", 1],
    [`${ESC}[>4;2mx`, "x", 1],
  ];
  for (const [text, shown, hidden] of cases) assert.deepEqual(read(text), [shown, hidden], JSON.stringify(text));
});

test("other sequences are dropped and counted", () => {
  const cases: readonly (readonly [string, string, number])[] = [
    [`a${ESC}[2Jb${ESC}[10;5Hc`, "abc", 2],
    [`${ESC}[?25lx${ESC}[?25h`, "x", 0],
    [`${ESC}]0;title\u0007x${ESC}]52;c;aGk=${ESC}\\y`, "xy", 2],
    [`${ESC}P1$r0m${ESC}\\x${ESC}_apc${ESC}\\${ESC}^pm\u009c`, "x", 3],
    [`${ESC}(Bx${ESC}7${ESC}=`, "x", 3],
    ["\u009b31mx\u0090dcs\u009cy\u0085", "x{fg=1}y{fg=1}", 2],
    ["a\u0007b", "ab", 1],
    [`${ESC}]0;no end\nnext`, "0;no end\nnext", 1],
    [`x${ESC}[12;3`, "x12;3", 1],
    [`x${ESC}`, "x", 1],
    [`${ESC}[5bx`, "x", 1],
    [`${ESC}]8;;https://example.com${ESC}\\link${ESC}]8;;${ESC}\\ text`, "link{link=https://example.com} text", 0],
  ];
  for (const [text, shown, hidden] of cases) assert.deepEqual(read(text), [shown, hidden], JSON.stringify(text));
});

test("overwritten lines are shown in their last state", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["10%\r50%\r100%\ndone\n", "100%↻2\ndone"],
    ["windows\r\nlines\r\n", "windows\nlines"],
    ["kept\r", "kept"],
    [`10%${ESC}[2K${ESC}[1G20%${ESC}[2K\rend\n`, "end↻2"],
    [`working\r${ESC}[Kdone`, "done↻1"],
    ["|\b/\b-\bx", "x↻3"],
    ["\b\bx", "x"],
    ["é😀\b!", "é!↻1"],
  ];
  for (const [text, shown] of cases) assert.deepEqual(read(text), [shown, 0], JSON.stringify(text));
});

test("a cursor that moves up overwrites the existing text", () => {
  const cases: readonly (readonly [string, string, number?])[] = [
    [`a 10%\nb 10%\n${ESC}[2Aa 50%\nb 70%\n`, "a 50%↻1\nb 70%↻1"],
    [`a\nb\nc\n${ESC}[3A${ESC}[Jdone\n`, "done↻2"],
    [`a\nb\n${ESC}[1Fc\nd`, "a\nc↻1\nd"],
    [`a\nb\n${ESC}[2Ax${ESC}[1Ey`, "x↻1\ny↻1"],
    [`a\n${ESC}[99A${ESC}[99Bz`, "a\nz"],
    [`a${ESC}[3Cb${ESC}[10Gc`, "a   b    c"],
    [`abc\r${ESC}[2Cx`, "x↻1", 1],
    [`abc${ESC}[2Gx`, "abcx", 1],
    [`a${ESC}[1;2Ax${ESC}[1Jy`, "axy", 2],
  ];
  for (const [text, shown, hidden = 0] of cases) assert.deepEqual(read(text), [shown, hidden], JSON.stringify(text));
});

test("long and hostile output is read in linear time, and grows little", () => {
  const pieces = [
    `${ESC}[1ma`,
    `${ESC}]`,
    `${ESC}[`,
    `${ESC}P`,
    "\u009d",
    "a\r",
    "a\b",
    `a\n${ESC}[9A`,
    `a${ESC}[999C`,
    `a\n${ESC}[J`,
    `${ESC}[9999Bx\n`,
    `${ESC}[${"1;".repeat(100)}m`,
    `${ESC}[38;5;`,
    `${ESC}]8;;x`,
    "1;",
    " ",
  ];
  for (const piece of pieces) {
    const text = piece.repeat(Math.ceil(1_000_000 / piece.length));
    const time = effort(() => {
      const { lines } = readTerminal(text);
      const length = lines.reduce((sum, line) => sum + line.runs.reduce((inner, run) => inner + run.text.length, 0), 0);
      assert(length <= 2 * text.length);
    });
    assert(time < 2_000, JSON.stringify(piece));
  }
});
