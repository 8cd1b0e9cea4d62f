import assert from "node:assert/strict";
import { test } from "node:test";
import { checkedExport, checkedRedaction } from "./export-options";
import { isFailure } from "./failure";
import type { SessionExport } from "./session-exporter";

/** Returns why options are rejected, and "" if they are not. */
function problem(check: () => unknown): string {
  try {
    check();
    return "";
  } catch (error) {
    assert.ok(isFailure(error), String(error));
    assert.equal(error.code, "options");
    return error.detail;
  }
}

/** Returns why options of an export, which may have any type, are rejected. */
function exportProblem(options: unknown): string {
  return problem(() => checkedExport(options as SessionExport));
}

function checked(options: object): SessionExport {
  return checkedExport(options as SessionExport);
}

test("options that are set are kept, and those that are undefined or null left out", () => {
  const { signal } = new AbortController();
  const options = {
    format: "markdown",
    agent: "a",
    first: 2,
    last: 5,
    level: "all",
    withoutTools: ["Bash"],
    resultsOnly: true,
    keepTurns: 1,
    compress: 0,
    redact: true,
    words: ["tide"],
    patterns: [],
    keep: ["email"],
    drop: "images, outputs",
    signal,
    onProgress: () => undefined,
  } as const;
  assert.deepEqual(checked({ ...options, mainOnly: undefined, withoutTools: ["Bash"] }), options);
  assert.deepEqual(checked({ format: "html", keep: null, drop: undefined }), { format: "html" });
  assert.deepEqual(checkedRedaction({ keep: null, drop: "", signal }), { drop: "", signal });
});

test("options of a redaction need it", () => {
  for (const [name, value] of Object.entries({ words: ["tide"], patterns: ["t.de"], keep: ["email"] }))
    assert.equal(exportProblem({ format: "html", [name]: value }), `${name} needs redact: true`);
  assert.equal(exportProblem({ format: "html", words: [], drop: "images" }), "");
});

test("inherited options count, too", () => {
  assert.deepEqual(checked(Object.create({ format: "html", redact: true }) as object), {
    format: "html",
    redact: true,
  });
});

test("an invalid option is named with what is allowed", () => {
  for (const [options, why] of [
    [{ format: "html", level: "most" }, 'level must be one of "dialogue", "tools", "all", and not "most"'],
    [{ format: "html", level: 3 }, 'level must be one of "dialogue", "tools", "all", and not 3'],
    [
      { format: "html", drop: "images,sounds" },
      'drop must be a string of some of "images", "outputs", "thinking", "files", "context", separated by commas, ' +
        'and not "images,sounds"',
    ],
    [{ format: "html", withoutTools: ["all"], resultsOnly: "yes" }, 'resultsOnly must be true or false, and not "yes"'],
    [{ format: "html", withoutTools: "all" }, 'withoutTools must be a list of strings, and not "all"'],
    [{ format: "html", keep: [1] }, "keep must be a list of strings, and not a list with 1"],
    [{ format: "html", first: 1.5 }, "first must be a whole number from 0 on, and not 1.5"],
    [{ format: "html", last: Infinity }, "last must be a whole number from 0 on, and not Infinity"],
    [{ format: "html", agent: {} }, "agent must be a string, and not an object"],
    [{ format: "html", signal: true }, "signal must be an AbortSignal, and not true"],
    [{ format: "html", onProgress: "no" }, 'onProgress must be a function, and not "no"'],
    [{ format: "html", redact: () => true }, "redact must be true or false, and not a function"],
    [
      { format: "pdf" },
      'format must be one of "transcript", "messages", "markdown", "html", "traces", "chrome", "csv", "ndjson", ' +
        'and not "pdf"',
    ],
    [{ format: "html", resultsOnly: true }, 'resultsOnly needs withoutTools with the names of tools, or ["all"]'],
    [
      { format: "html", withoutTools: [], keepTurns: 2 },
      'keepTurns needs withoutTools with the names of tools, or ["all"]',
    ],
    [undefined, "the options must be an object"],
  ] as const)
    assert.equal(exportProblem(options), why);
  assert.match(exportProblem({}), /^format must be one of .*, and not undefined$/);
  assert.match(exportProblem({ format: "html", level: "x".repeat(1000) }), /and not "x{60}…"$/);
});

test("an unknown option is named with those that there are", () => {
  assert.match(exportProblem({ format: "html", levels: "all" }), /^there is no option "levels": .* format, .* level, /);
  for (const name of ["session", "absent", "toString", "__proto__"])
    assert.match(exportProblem(JSON.parse(`{"format":"html","${name}":1}`)), /^there is no option /, name);
  assert.equal(
    problem(() => checkedRedaction({ level: "all" } as object)),
    'there is no option "level": the options are keep, drop, words, patterns, signal',
  );
});
