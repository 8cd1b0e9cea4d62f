import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Filter,
  allToolsToggled,
  chips,
  everything,
  isEverything,
  isSame,
  listedKinds,
  only,
  preset,
  presetNames,
  presetOf,
  readFilter,
  showsTool,
  shows,
  toolOf,
  toolToggled,
  toolWord,
  toggled,
  withoutChip,
  writeFilter,
} from "./filter";

const tools = ["Bash", "Read", "mcp__a b__c%d", "Edit"];

test("filters are parsed as they were written, and unknown words are ignored", () => {
  for (const name of [...tools, "a\u00a0b", "日本 語", "%41", "\n"]) assert.equal(toolOf(toolWord(name)), name);
  assert.ok(tools.every((name) => !/\s/.test(toolWord(name))));
  const filter: Filter = { show: ["prompts", toolWord("a b")], hide: ["errors"], agent: "x" };
  assert.deepEqual(readFilter(writeFilter(filter)), filter);
  assert.deepEqual(readFilter({ show: " prompts  toString tool: constructor prompts ", hide: "\n", agent: "" }), {
    show: ["prompts"],
    hide: [],
    agent: "",
  });
  assert.equal(toolOf("tool:%zz"), "%zz");
});

test("each kind can be hidden and shown, in any filter", () => {
  for (const begin of presetNames.map((name) => preset(name, everything))) {
    for (const kind of listedKinds) {
      const once = toggled(begin, kind);
      assert.equal(shows(once, kind), !shows(begin, kind), `${kind} of ${begin.show.join()}`);
      assert.equal(shows(toggled(once, kind), kind), shows(begin, kind), `${kind} of ${begin.show.join()}, again`);
    }
  }
  const all = listedKinds.reduce(
    (filter, kind) => (shows(filter, kind) ? filter : toggled(filter, kind)),
    only(everything, "prompts"),
  );
  assert.ok(isEverything(all));
});

test("each tool can be hidden and shown, in any filter", () => {
  const begins: readonly Filter[] = [
    everything,
    only(everything, "tools"),
    only(everything, "prompts"),
    toggled(everything, "tools"),
    only(everything, toolWord("Bash")),
  ];
  for (const begin of begins) {
    for (const name of tools) {
      const once = toolToggled(begin, name, tools);
      assert.equal(showsTool(once, name), !showsTool(begin, name), `${name} of ${JSON.stringify(begin)}`);
      for (const other of tools)
        if (other !== name)
          assert.equal(
            showsTool(once, other),
            showsTool(begin, other),
            `${other} beside ${name} of ${JSON.stringify(begin)}`,
          );
    }
    const none = tools.every((name) => showsTool(begin, name)) ? begin : allToolsToggled(begin, tools);
    assert.ok(
      tools.every((name) => showsTool(none, name)),
      JSON.stringify(begin),
    );
    assert.ok(
      tools.every((name) => !showsTool(allToolsToggled(none, tools), name)),
      JSON.stringify(begin),
    );
  }
});

test("presets are recognized, and keep the selected agent", () => {
  for (const name of presetNames) assert.equal(presetOf(preset(name, everything)), name);
  assert.equal(preset("skim", { ...everything, agent: "a" }).agent, "a");
  assert.ok(isEverything(preset("all", { show: ["errors"], hide: [], agent: "a" })));
});

test("removing all chips shows everything", () => {
  let filter: Filter = { show: ["prompts", "replies"], hide: ["background", ...tools.map(toolWord)], agent: "a" };
  for (const chip of chips(filter)) {
    const next = withoutChip(filter, chip);
    assert.ok(!isSame(next, filter));
    filter = next;
  }
  assert.ok(isEverything(filter));
});
