import { type CSSResult, adoptStyles } from "lit";
import type { RenderEnv } from "../content/render-context";
import type { AboutCard } from "../rows/details/row-details";
import type { PartRenderer } from "../rows/context";
import type { Pictures } from "./galleries";
import type { RenderingCode, RowCode } from "./row-context";

type PanesCode = typeof import("./layout/pane-manager");
type ConversationCode = typeof import("./conversation-code");

/** The code of one viewer that comes when it is wanted, and its styles. */
export class LazyModules implements RowCode {
  readonly #root: () => Node;
  readonly #prints: () => boolean;
  readonly #adopted = new Set<CSSResult>();
  #card: AboutCard | undefined;

  /** `prints` tells whether printing the page prints all of a conversation. */
  constructor(root: () => Node, prints: () => boolean) {
    this.#root = root;
    this.#prints = prints;
  }

  /** The drawer of bodies comes with the first body that is opened. */
  async bodies(rendering: () => Promise<RenderEnv>): Promise<PartRenderer> {
    const [{ bodyDrawer, bodySheets }, env] = await Promise.all([this.#conversation(), rendering()]);
    this.#adopt(bodySheets);
    return bodyDrawer(env);
  }

  /** What stands around and over a conversation comes a moment after the viewer is there. */
  async panes(): Promise<PanesCode> {
    const panes = await import("./layout/pane-manager");
    this.#adopt(panes.paneStyles);
    return panes;
  }

  /** What shows images and files comes with the first of them. */
  async pictures(): Promise<Pictures> {
    const { pictures } = await this.#conversation();
    this.#adopt(pictures.pictureStyles);
    return pictures;
  }

  /** Where the viewer's elements stand. */
  get root(): Node {
    return this.#root();
  }

  /** Selecting is followed from the first selection on. */
  async selection(): Promise<ConversationCode["Selection"]> {
    return (await this.#conversation()).Selection;
  }

  /** The card that tells about rows, one for the viewer. */
  async about(): Promise<AboutCard> {
    const { AboutCard, aboutSheets } = await this.#conversation();
    this.#adopt(aboutSheets);
    return (this.#card ??= new AboutCard(this.#root()));
  }

  /** Words are the first to be needed, so this is asked for while the file is read. */
  async formatted(): Promise<RenderingCode> {
    const code = await this.#conversation();
    this.#adopt(code.renderStyles);
    if (this.#prints()) this.#adopt([code.printStyles], true);
    return code;
  }

  /** Where it cannot be loaded it is asked for again the next time. */
  #conversation(): Promise<ConversationCode> {
    return import("./conversation-code");
  }

  /**
   * Styles that arrive late stand before those of the viewer, which may refine them; those of paper have the last word.
   */
  #adopt(sheets: readonly CSSResult[], last = false): void {
    const root = this.#root();
    const late = sheets.filter((sheet) => !this.#adopted.has(sheet));
    if (!(root instanceof ShadowRoot) || late.length === 0) return;
    for (const sheet of late) this.#adopted.add(sheet);
    const present = root.adoptedStyleSheets;
    adoptStyles(root, last ? [...present, ...late] : [...late, ...present]);
  }
}
