import agentNotifications from "../../../../testdata/cases/agent-notifications.txt";
import agents from "../../../../testdata/cases/agents.txt";
import attempts from "../../../../testdata/cases/attempts.txt";
import resultFiles from "../../../../testdata/cases/beside-results.txt";
import brokenLinks from "../../../../testdata/cases/broken-links.txt";
import commands from "../../../../testdata/cases/commands.txt";
import compaction from "../../../../testdata/cases/compaction.txt";
import continuations from "../../../../testdata/cases/continuations.txt";
import copiesResume from "../../../../testdata/cases/copies-resume.txt";
import damage from "../../../../testdata/cases/damage.txt";
import faces from "../../../../testdata/cases/faces.txt";
import failures from "../../../../testdata/cases/failures.txt";
import fileTools from "../../../../testdata/cases/file-tools.txt";
import hooks from "../../../../testdata/cases/hooks.txt";
import images from "../../../../testdata/cases/images.txt";
import interruptions from "../../../../testdata/cases/interruptions.txt";
import ladder from "../../../../testdata/cases/ladder.txt";
import background from "../../../../testdata/cases/background.txt";
import markdown from "../../../../testdata/cases/markdown.txt";
import notes from "../../../../testdata/cases/notes.txt";
import peers from "../../../../testdata/cases/peers.txt";
import pictures from "../../../../testdata/cases/pictures.txt";
import plans from "../../../../testdata/cases/plans.txt";
import promptParts from "../../../../testdata/cases/prompt-parts.txt";
import restarts from "../../../../testdata/cases/restarts.txt";
import series from "../../../../testdata/cases/series.txt";
import sessionFacts from "../../../../testdata/cases/session-facts.txt";
import shellTools from "../../../../testdata/cases/shell-tools.txt";
import spilledOutput from "../../../../testdata/cases/spilled-output.txt";
import toolEndings from "../../../../testdata/cases/tool-endings.txt";
import unknown from "../../../../testdata/cases/unknown.txt";
import workflow from "../../../../testdata/cases/workflow.txt";
import writingSystems from "../../../../testdata/cases/writing-systems.txt";
import type { Source } from "../../parser/protocol";

/** The golden cases that the guide shows, as txtar archives. */
const archives = {
  "agent-notifications": agentNotifications,
  agents,
  attempts,
  "beside-results": resultFiles,
  "broken-links": brokenLinks,
  commands,
  compaction,
  continuations,
  "copies-resume": copiesResume,
  damage,
  faces,
  failures,
  "file-tools": fileTools,
  hooks,
  images,
  interruptions,
  ladder,
  background,
  markdown,
  notes,
  peers,
  pictures,
  plans,
  "prompt-parts": promptParts,
  restarts,
  series,
  "session-facts": sessionFacts,
  "shell-tools": shellTools,
  "spilled-output": spilledOutput,
  "tool-endings": toolEndings,
  unknown,
  workflow,
  "writing-systems": writingSystems,
} as const;

export type CaseName = keyof typeof archives;

/** Returns what a case shows, according to its comment. */
export function commentOf(name: CaseName): string {
  return archives[name].replace(/(?:\s*FORMAT\.md,[^]*?)?\n-- [^]*/, "");
}

/** Returns the files of a case, without the result that the parser's tests expect. */
export function filesOf(name: CaseName): readonly Source[] {
  const [, ...pieces] = archives[name].split(/^-- (.+) --\n/m); // names and contents alternate
  return pieces.flatMap((path, at) =>
    at % 2 === 0 && path !== "want" ? [{ path, blob: new Blob([pieces[at + 1] ?? ""]) }] : [],
  );
}
