import type { Series, ToolCount } from "../parser/model";
import { count, number, times } from "../base/format";
import { strings } from "./strings";
import { descriptor } from "./tools";

/** Reports whether a series reads or edits a single file. */
export function ofOneFile({ family, tools }: Series): boolean {
  const own =
    family === "edit"
      ? tools?.filter(({ kind }) => kind === "edit" || kind === "write")
      : family === "look"
        ? tools
        : [];
  return own?.length === 1 && own[0]?.distinct === 1 && (own[0].kind === "read" || family === "edit");
}

/** Summarizes the calls of a series: "Read 6 files, searched twice". `first` names the file if there is only one. */
export function seriesText(series: Series, first: string): string {
  const tools = series.tools ?? [];
  const of = (...names: readonly string[]): ToolCount => {
    const some = tools.filter(({ kind, name }) => names.includes(kind) || names.includes(name));
    return {
      kind: "other",
      name: "",
      calls: some.reduce((sum, one) => sum + one.calls, 0),
      distinct: some.reduce((sum, one) => sum + one.distinct, 0),
    };
  };
  const done: string[] = [];
  const add = (tool: ToolCount, describe: (tool: ToolCount) => string): void => {
    if (tool.calls > 0) done.push(describe(tool));
  };
  // For a single file, its name and the number of times say more than "1 file".
  const files =
    (verb: string, showName = ofOneFile(series)) =>
    ({ calls, distinct }: ToolCount): string =>
      showName ? `${verb} ${first} ${times(calls)}` : `${verb} ${count(distinct || calls, "file")}`;
  switch (series.family) {
    case "edit": // edits include looking things up in between
    case "look":
      add(of("write"), files("wrote"));
      add(of("edit"), files("edited"));
      add(of("read"), files("read", series.family === "look" && ofOneFile(series)));
      add(of("grep", "glob"), ({ calls }) => `searched ${times(calls)}`);
      add(of("list"), ({ distinct, calls }) => `listed ${count(distinct || calls, "folder")}`);
      break;
    case "web":
      add(of("fetch"), ({ distinct, calls }) => `fetched ${count(distinct || calls, "page")}`);
      add(of("search"), ({ calls }) => `searched the web ${times(calls)}`);
      break;
    case "bash":
      done.push(`ran ${count(series.calls, "command")}`);
      break;
    case "task":
      add(of("TaskCreate"), ({ calls }) => `added ${count(calls, "task")}`);
      add(of("TaskUpdate"), ({ distinct, calls }) => `updated ${count(distinct || calls, "task")}`);
      add(of("TaskList", "TaskGet", "TodoRead"), ({ calls }) => `checked the tasks ${times(calls)}`);
      add(of("TodoWrite"), ({ calls }) => `updated the todos ${times(calls)}`);
      break;
    case "toolsearch":
      done.push(`searched for tools ${times(series.calls)}`);
      break;
    case "mcp":
      done.push(
        `${strings.calls(series.calls)}${series.server === "" ? "" : ` to ${series.server.replaceAll("_", " ")}`}`,
      );
  }
  const summary = done.join(", ");
  return summary.charAt(0).toUpperCase() + summary.slice(1);
}

/** Returns short names of the targets of a series, and the number of those left out. */
export function about({ about: targets, more }: Series): readonly string[] {
  const names = new Set<string>();
  const seen = new Set<string>(); // a file can be written and edited
  for (const { kind, target } of targets ?? []) {
    if (seen.has(target)) continue;
    seen.add(target);
    const { target: form, short } = descriptor(kind);
    const name = short?.(target) ?? target;
    // Files with the same name are distinguished by their folders.
    names.add(names.has(name) && form === "path" ? target.split(/[/\\]/).slice(-2).join("/") : name);
  }
  return more > 0 ? [...names, `+${number(more)}`] : [...names];
}
