import { stripInvisible } from "../../content/visible-text";
import { strings } from "./strings";

export interface Titled {
  readonly title: string;
}

/** Returns the title of the page while it shows a session, or something else. */
export function pageTitle(session: Titled | undefined): string {
  return session === undefined || session.title === ""
    ? strings.name
    : `${stripInvisible(session.title.slice(0, 80))} · ${strings.name}`;
}
