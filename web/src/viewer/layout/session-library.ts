import type { SessionInfo } from "../../parser/model";
import { ignoreParserLoss } from "../../parser/parser-loss";
import type { ParserApi, Source } from "../../parser/protocol";
import { type LibraryElement, createLibrary } from "../../panes/library/library-pane";
import { type SkippedFiles, findSkipped } from "../../panes/library/skipped-files";
import type { PaneViewer } from "../../panes/session-controller";
import { paletteButton } from "./bar";
import { strings } from "./strings";

/** The parts of the viewer that its list of sessions uses. */
interface LibraryViewer extends Pick<PaneViewer, "sessions" | "dates" | "busy" | "present" | "announce"> {
  readonly api: ParserApi | undefined;
  readonly sources: readonly Source[];
}

/** The list of the sessions of a viewer. */
export class SessionLibrary {
  readonly #viewer: LibraryViewer;
  readonly #openPalette: () => void;
  readonly #search: (session: number, text: string) => void;
  #element: LibraryElement | undefined;
  #listed: ParserApi | undefined; // the parser whose sessions the library shows
  #paths: ReadonlySet<string> = new Set(); // of the files that those sessions are in
  #checkedSessions: readonly SessionInfo[] | undefined; // the sessions for which skipped files were looked up

  /** `search` shows a session, and searches all sessions. */
  constructor(viewer: LibraryViewer, openPalette: () => void, search: (session: number, text: string) => void) {
    this.#viewer = viewer;
    this.#openPalette = openPalette;
    this.#search = search;
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
    library.search = ({ index }, text) => this.#search(index, text);
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
