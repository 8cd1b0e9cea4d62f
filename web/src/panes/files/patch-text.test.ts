import assert from "node:assert/strict";
import { test } from "node:test";
import { patchHead, patchText } from "./patch-text";

test("the header of a patch", () => {
  assert.equal(
    patchHead({
      files: 4,
      missing: false,
      counts: [
        { name: "whole", count: 3 },
        { name: "tabs", count: 1 },
        { name: "partly", count: 1 },
        { name: "refused", count: 2 },
        { name: "failed", count: 1 },
        { name: "left", count: 1000 },
      ],
    }),
    `# The changes of one session, combined by file: from the first known content of each to the last.
# Apply it in the session's folder with: git apply
#
# 3 files that apply
# 1 of them may have had tabs: if it does not apply, add --ignore-whitespace
# 1 file that could not be reconstructed: only a comment
# 2 files with a path that git does not accept: only comments
# 1 change that failed or was declined: excluded
# 1000 changes in abandoned attempts: excluded
# Changes by shell commands, people and other programs are included only as far as later calls show them.

`,
  );
});

test("the header of an empty patch without the records of agents", () => {
  assert.equal(
    patchHead({ files: 0, missing: true, counts: null }),
    `# The changes of one session, combined by file: from the first known content of each to the last.
# Apply it in the session's folder with: git apply
#
# No file was changed.
# Changes by shell commands, people and other programs, and by agents whose transcripts are not loaded, are included only as far as later calls show them.

`,
  );
});

test("notes precede the changes of a file", () => {
  const notes = [
    { name: "unplaced", count: 1 },
    { name: "left", count: 2 },
    { name: "elsewhere", count: 1 },
  ];
  assert.equal(
    patchText({ name: "/etc/hosts", notes, text: "# -a\n" }),
    `# /etc/hosts
#   1 change can't be placed: too little is recorded.
#   Excluded: 2 changes in an abandoned attempt.
#   This file is outside the session's folder.
# -a
`,
  );
  assert.equal(patchText({ name: "", notes: null, text: "+a\n" }), "+a\n");
});
