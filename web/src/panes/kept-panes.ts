import { type PaneName, besideNames, paneNames } from "./desk";
import { isNarrow, isSmall } from "./room";

const KEY = "unspool-panes";

/** What is open for who never chose. */
function first(): readonly PaneName[] {
  return isSmall() ? ["outline"] : ["outline", "timeline"];
}

/** The panes that were open when the app was used last. Storage may be forbidden. */
export function storedPanes(): Set<PaneName> {
  const open = stored() ?? first();
  return new Set(isNarrow() ? open.filter((name) => !besideNames.includes(name)) : open);
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
    const narrow = isNarrow() ? (stored() ?? first()).filter((name) => besideNames.includes(name)) : [];
    localStorage.setItem(KEY, [...new Set([...open, ...narrow])].filter((name) => name !== "find").join(" "));
  } catch {
    // It holds until the page is closed.
  }
}
