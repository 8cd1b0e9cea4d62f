import type { FailedCall, SessionInfo, Story, TouchedFile } from "../../parser/model";
import { baseName, costNote, duration } from "../../session/format";
import { strings as contentStrings } from "../../content/strings";
import { strings as sessionStrings } from "../../session/strings";
import { totalCost } from "../../session/totals";
import type { ViewState } from "../../session/view-state";
import { isDescribed, targetForm, verb } from "../../rows/tools";
import { strings } from "./strings";

/** The view of all changed files. */
export const ALL_FILES: ViewState = { view: "files", file: "" };

/** Where a fact leads: to a row, or to a view. */
type Target = { readonly row: string; readonly opens?: true } | { readonly view: ViewState };

/** A figure of a session, in a few words. */
export interface Fact {
  readonly name: string;
  readonly text: string;
  readonly tone?: "good" | "bad";
  /** Lines that the session added and removed. */
  readonly lines?: { readonly added: number; readonly removed: number };
  /** Details, for a title. */
  readonly note?: string;
  readonly target?: Target | undefined;
}

/** Returns the facts about a session that are known. */
export function factsOf(story: Story, info: SessionInfo | undefined): readonly Fact[] {
  const calls = info?.calls ?? 0;
  const facts = [
    info && fact("prompts", sessionStrings.promptsAndEvents(info.typedPrompts, info.events), story.asked.key),
    ...tests(story),
    errors(story, calls),
    changes(story, calls),
    info && info.work > 0 ? fact("active", strings.active(duration(info.work))) : undefined,
    info && price(story, info),
    story.agents.count > 0 ? fact("agents", strings.agents(story.agents.count), story.agents.first) : undefined,
    story.compactions.count > 0
      ? fact("compactions", strings.compactions(story.compactions.count), story.compactions.first)
      : undefined,
  ];
  return facts.filter((one) => one !== undefined && one.text !== "") as readonly Fact[];
}

function fact(name: string, text: string, row = ""): Fact {
  return { name, text, target: row === "" ? undefined : { row } };
}

/** What the test runs showed: that they failed, and how the last one ended. */
function tests({ tests: { succeeded, failed, unclear, last, lastKey, firstFailed } }: Story): readonly Fact[] {
  const failures: Fact = { ...fact("tests", strings.testsFailed(failed), firstFailed), tone: "bad" };
  switch (last) {
    case "":
      return [];
    case "failed":
      return [{ ...failures, target: { row: lastKey } }];
    case "succeeded":
      return [
        ...(failed > 0 ? [failures] : []),
        {
          ...fact("tests", failed > 0 ? strings.thenSucceeded : strings.testsSucceeded(succeeded), lastKey),
          tone: "good",
        },
      ];
    case "unclear":
      return [fact("tests", strings.lastUnclear(succeeded + failed + unclear), lastKey)];
  }
}

function errors(story: Story, calls: number): Fact | undefined {
  const { errors: n, agentErrors, testErrors, failed, tests } = story;
  if (n === 0) return calls > 0 && tests.failed === 0 ? fact("errors", strings.noErrors) : undefined;
  const names = failed?.map(failureName) ?? [];
  const parts = [
    ...(agentErrors > 0 ? [strings.inAgents(agentErrors)] : []),
    ...(testErrors > 0 ? [strings.inTests(testErrors)] : []),
  ];
  const row = failed?.[0]?.key ?? tests.firstFailed;
  return {
    ...fact("errors", strings.errors(n, parts, names[0] ?? "")),
    target: row === "" ? undefined : { row, opens: true },
    tone: "bad",
    note: names.join("\n"),
  };
}

/** Names an error and its cause, with its number if it is not alone: "2× Run npm test: no such script". */
function failureName({ tool, text, count }: FailedCall): string {
  const n = count === 1 ? 0 : count;
  if (tool === null) return strings.failed(text || strings.requestFailed, "", n);
  const exit = tool.exit ? contentStrings.exit(tool.exit) : "";
  const target = targetForm(tool) === "path" ? baseName(tool.target) : tool.target;
  return strings.failed(
    isDescribed(tool) ? tool.note : `${verb(tool)} ${target}`.trim(),
    text || tool.error || exit,
    n,
  );
}

function changes({ changes: { files, added, removed, read } }: Story, calls: number): Fact | undefined {
  if (files === 0)
    return calls > 0 && read === 1 ? { ...fact("changes", strings.noChanges), note: strings.noChangesNote } : undefined;
  return {
    ...fact("changes", strings.changedFiles(files)),
    lines: { added, removed },
    note: strings.changesNote,
    target: { view: ALL_FILES },
  };
}

function price({ cause, share }: Story, { totals }: SessionInfo): Fact | undefined {
  const sum = totalCost({ totals });
  if (sum === "") return undefined;
  // The cause is that of the responses, whose cost a recorded one replaces.
  const isOfResponses = totals.costFrom === "" && totals.cost.usd > 0;
  return {
    ...fact("cost", strings.cost(sum, isOfResponses ? strings.causes[cause](share) : "")),
    note: [costNote(totals.cost, totals.lowCost), strings.showUsage].filter(Boolean).join("\n"),
    target: { view: { view: "usage" } },
  };
}

/** Returns the names of files, with as many of their folders as it takes to tell those of the same name apart. */
export function shortNames(files: readonly Pick<TouchedFile, "name">[]): readonly string[] {
  const paths = files.map(({ name }) => name.split(/[/\\]/));
  return paths.map((path) => {
    let from = path.length - 1;
    const tail = (of: readonly string[]): string => of.slice(from - path.length).join("/");
    while (from > 0 && paths.some((other) => other !== path && tail(other) === tail(path))) from--;
    return tail(path);
  });
}
