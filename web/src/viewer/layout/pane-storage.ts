import { type PaneName, paneNames } from "../../panes/session-controller";
import { isSmall } from "../../ui/breakpoints";

const KEY = "unspool-panes";

/** What is open for who never chose. */
function first(): readonly PaneName[] {
  return isSmall() ? ["outline"] : ["outline", "timeline"];
}

/** The panes that were open when the app was used last. Storage may be forbidden. */
export function storedPanes(): Set<PaneName> {
  return new Set(stored() ?? first());
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
export function storePanes(open: readonly PaneName[]): void {
  try {
    localStorage.setItem(KEY, [...new Set(open)].filter((name) => name !== "find").join(" "));
  } catch {
    return; // it holds until the page is closed
  }
}
