import { type CSSResult, adoptStyles } from "lit";
import type { RenderEnv } from "../render/env";
import type { AboutCard } from "../rows/about-card";
import type { BodyDrawer } from "../rows/context";

type PanesCode = typeof import("../panes/panes");
export type Pictures = typeof import("./pictures");
type Formatted = typeof import("../render/formatted");

/** The code of one viewer that comes when it is wanted, and its styles. */
export class LateCode {
  readonly #root: () => Node;
  readonly #prints: () => boolean;
  readonly #adopted = new Set<CSSResult>();
  #formatted: Promise<Formatted> | undefined;
  #card: AboutCard | undefined;

  /** `prints` tells whether printing the page prints all of a conversation. */
  constructor(root: () => Node, prints: () => boolean) {
    this.#root = root;
    this.#prints = prints;
  }

  /** The drawer of bodies comes with the first body that is opened. */
  async bodies(rendering: () => Promise<RenderEnv>): Promise<BodyDrawer> {
    const [{ bodyDrawer, bodySheets }, env] = await Promise.all([import("../rows/part"), rendering()]);
    this.#adopt(bodySheets);
    return bodyDrawer(env);
  }

  /** What stands around and over a conversation comes a moment after the viewer is there. */
  async panes(): Promise<PanesCode> {
    const panes = await import("../panes/panes");
    this.#adopt(panes.paneStyles);
    return panes;
  }

  /** What shows images and files comes with the first of them. */
  async pictures(): Promise<Pictures> {
    const pictures = await import("./pictures");
    this.#adopt(pictures.pictureStyles);
    return pictures;
  }

  /** Where the viewer's elements stand. */
  get root(): Node {
    return this.#root();
  }

  /** Selecting is followed from the first selection on. */
  selection(): Promise<typeof import("./selection")> {
    return import("./selection");
  }

  /** The card that tells about rows, one for the viewer. */
  async about(): Promise<AboutCard> {
    const { AboutCard, aboutSheets } = await import("../rows/about-card");
    this.#adopt(aboutSheets);
    return (this.#card ??= new AboutCard(this.#root()));
  }

  /** Words are the first to be needed, so this is asked for while the file is read. */
  formatted(): Promise<Formatted> {
    return (this.#formatted ??= Promise.all([import("../render/formatted"), import("./print-styles")]).then(
      ([formatted, { printStyles }]) => {
        this.#adopt(formatted.renderStyles);
        if (this.#prints()) this.#adopt([printStyles], true);
        return formatted;
      },
      (error: unknown) => {
        this.#formatted = undefined; // it may come another time
        throw error;
      },
    ));
  }

  /** Styles that arrive late stand before those of the viewer, which may refine them; those of paper have the last word. */
  #adopt(sheets: readonly CSSResult[], last = false): void {
    const root = this.#root();
    const late = sheets.filter((sheet) => !this.#adopted.has(sheet));
    if (!(root instanceof ShadowRoot) || late.length === 0) return;
    for (const sheet of late) this.#adopted.add(sheet);
    const present = root.adoptedStyleSheets;
    adoptStyles(root, last ? [...present, ...late] : [...late, ...present]);
  }
}
