import type { SessionInfo } from "../../parser/model";
import { ignoreParserLoss } from "../../parser/parser-loss";
import type { ParserApi, Source } from "../../parser/protocol";
import { type LibraryElement, createLibrary } from "../../panes/library/library-pane";
import { type SkippedFiles, findSkipped } from "../../panes/library/skipped-files";
import type { PaneViewer } from "../../panes/session-controller";
import { paletteButton } from "./bar";
import { strings } from "./strings";

/** The parts of the viewer that its list of sessions uses. */
export interface LibraryViewer extends Pick<PaneViewer, "sessions" | "dates" | "busy" | "present" | "announce"> {
  readonly api: ParserApi | undefined;
  readonly sources: readonly Source[];
  readonly conversations: { whyLost(session: number): string };
}

/** Shows a session with the results of a search in it, and goes to the row of a match. */
type OpenMatch = (session: number, words: string, row: string | undefined) => void;

/** The list of the sessions of a viewer. */
export class SessionLibrary {
  readonly #viewer: LibraryViewer;
  readonly #openPalette: () => void;
  readonly #openMatch: OpenMatch;
  #element: LibraryElement | undefined;
  #listed: ParserApi | undefined; // the parser whose sessions the library shows
  #paths: ReadonlySet<string> = new Set(); // of the files that those sessions are in
  #checkedSessions: readonly SessionInfo[] | undefined; // the sessions for which skipped files were looked up

  constructor(viewer: LibraryViewer, openPalette: () => void, openMatch: OpenMatch) {
    this.#viewer = viewer;
    this.#openPalette = openPalette;
    this.#openMatch = openMatch;
  }

  /** Returns the element, with the current sessions. */
  update(live: LibraryElement["live"]): LibraryElement {
    const viewer = this.#viewer;
    const library = (this.#element ??= createLibrary());
    if (this.#listed !== viewer.api) {
      const paths = new Set(viewer.sources.map(({ path }) => path));
      if (this.#paths.size > 0 && [...this.#paths].every((path) => paths.has(path))) library.again();
      else library.reset();
      this.#listed = viewer.api;
      this.#paths = paths;
    }
    library.sessions = viewer.sessions;
    if (!viewer.busy && this.#listed !== undefined && this.#checkedSessions !== library.sessions)
      this.#findSkipped(library, this.#listed);
    library.dates = viewer.dates;
    library.live = live;
    library.palette = paletteButton(this.#openPalette);
    library.choose = ({ index }) => viewer.present(index);
    library.whyLost = ({ index }) => viewer.conversations.whyLost(index);
    library.api = viewer.api;
    library.busy = viewer.busy;
    library.openMatch = ({ index }, words, match) => this.#openMatch(index, words, match?.key);
    return library;
  }

  #findSkipped(library: LibraryElement, api: ParserApi): void {
    const sessions = (this.#checkedSessions = library.sessions);
    const report = (skipped: SkippedFiles | undefined): void => {
      if (this.#checkedSessions === sessions) library.skipped = skipped;
    };
    void ignoreParserLoss(findSkipped(api)).then(report);
  }

  /** Shows the next or previous session of the list. */
  step(from: SessionInfo | undefined, by: 1 | -1, live: LibraryElement["live"]): void {
    const library = this.update(live);
    const other = library.neighbor(from, by);
    if (other === undefined) {
      this.#viewer.announce(strings.noMoreSessions);
      return;
    }
    library.remember(other);
    this.#viewer.present(other.index);
  }
}
