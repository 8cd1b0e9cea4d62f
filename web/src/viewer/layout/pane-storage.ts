import { isSmall } from "../../ui/breakpoints";
import { panesAround } from "../panes";

const KEY = "unspool-panes";

/** Returns the panes that were open when the app was last used. Storage may be forbidden. */
export function storedPanes(): Set<string> {
  const names = stored();
  const open = panesAround.filter(({ name, initiallyOpen }) =>
    names === undefined
      ? initiallyOpen === "always" || (initiallyOpen === "large" && !isSmall())
      : names.includes(name),
  );
  return new Set(open.map(({ name }) => name));
}

function stored(): readonly string[] | undefined {
  try {
    return localStorage.getItem(KEY)?.split(" ");
  } catch {
    return undefined;
  }
}

/** Stores which panes are open, except transient ones. */
export function storePanes(open: ReadonlySet<string>): void {
  try {
    const names = panesAround.filter(({ name, isTransient }) => open.has(name) && isTransient !== true);
    localStorage.setItem(KEY, names.map(({ name }) => name).join(" "));
  } catch {
    return; // the setting then lasts until the page is closed
  }
}
