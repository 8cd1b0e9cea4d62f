import { spaced } from "../base/format";

/** States of tasks. */
export const todo = {
  completed: "done",
  in_progress: "in progress",
  pending: "pending",
  deleted: "removed",
  cancelled: "canceled",
};

/** Words that tools use for their results. */
const answers: Readonly<Record<string, string>> = {
  accepted: "accepted",
  create: "created",
  update: "updated",
  file_unchanged: "unchanged",
  image: "image",
  pdf: "PDF",
  notebook: "notebook",
  parts: "pages",
  replace: "replaced",
  insert: "added",
  delete: "deleted",
  not_ready: "not ready",
  timeout: "timed out",
};

/** Returns the text for a result as a tool reports it. Sentences stay as they are. */
export function answer(text: string): string {
  return Object.hasOwn(answers, text) ? (answers[text] ?? text) : /^[a-z_]+$/.test(text) ? status(text) : text;
}

/** Returns the state of a task. */
export function status(name: string): string {
  return Object.hasOwn(todo, name) ? todo[name as keyof typeof todo] : spaced(name);
}
