import { type PaneName, paneNames } from "./desk";

const KEY = "unspool-panes";
const WIDE = "(min-width: 1100px)"; // where outline and inspector stand beside the conversation: styles.ts
/** What is open for who never chose. */
const first: readonly PaneName[] = ["outline", "timeline"];
/** What lies over the conversation where room is short, and is opened there when it is wanted. */
const beside: readonly PaneName[] = ["outline", "inspector"];

/** The panes that were open when the app was used last. Storage may be forbidden. */
export function storedPanes(): Set<PaneName> {
  const open = stored() ?? first;
  return new Set(matchMedia(WIDE).matches ? open : open.filter((name) => !beside.includes(name)));
}

function stored(): readonly PaneName[] | undefined {
  try {
    const names = localStorage.getItem(KEY)?.split(" ");
    return names === undefined ? undefined : paneNames.filter((name) => names.includes(name));
  } catch {
    return undefined;
  }
}

/** Keeps which panes are open, other than the one that is opened to look for something. */
export function storePanes(open: ReadonlySet<PaneName>): void {
  try {
    const narrow = matchMedia(WIDE).matches ? [] : (stored() ?? first).filter((name) => beside.includes(name));
    localStorage.setItem(KEY, [...new Set([...open, ...narrow])].filter((name) => name !== "find").join(" "));
  } catch {
    // It holds until the page is closed.
  }
}
