import { type PropertyValues, type TemplateResult, html, nothing } from "lit";
import { property, state } from "lit/decorators.js";
import { strings } from "./strings";
import { markStyles } from "../../content/mark-styles";
import { markInvisible } from "../../content/visible-text";
import type { ViewerCommandContext } from "../commands/command-context";
import type { SessionController } from "../../panes/session-controller";
import { definePane } from "../../panes/pane";
import { type PaletteEntry, availableEntries, hint } from "./entries";
import { match } from "./match";
import { places } from "./places";
import { paletteStyles } from "./palette-styles";
import { reportUnlessParserLoss } from "../../parser/parser-loss";
import { DialogElement } from "../../ui/dialog";

const MAX = 60; // entries that are listed

/** A listed entry and its matching ranges. */
interface ListedEntry {
  readonly entry: PaletteEntry;
  readonly ranges: readonly number[];
}

/** Finds a command, prompt, agent, file or session by name. The element is removed when it is closed. */
export class PaletteElement extends DialogElement {
  /** The label of the palette, which says what it finds. */
  name = "";
  hint = "";
  /** The commands, views and sessions. */
  @property({ attribute: false }) commands: readonly PaletteEntry[] = [];
  /** The places in the session; more may arrive while the palette is open. */
  @property({ attribute: false }) places: readonly PaletteEntry[] = [];
  @state() private typed = "";
  @state() private at = 0;
  #listed: readonly ListedEntry[] = [];
  #use: ViewerCommandContext | undefined; // what the commands act on

  /** Other commands may be enabled by now. If their names are the same, the list is not searched again. */
  updateCommands(use: ViewerCommandContext): void {
    const before = this.#use;
    const commands = availableEntries(use);
    if (
      before !== undefined &&
      use.controller === before.controller &&
      use.live === before.live &&
      areAlike(commands, this.commands)
    )
      return;
    this.#use = use;
    this.commands = commands;
    this.hint = hint(use);
    this.name = use.controller === undefined ? strings.titleOfList : strings.title;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has("commands") && !changed.has("places") && !changed.has("typed")) return;
    const before = this.#listed;
    this.#listed = this.#list();
    this.at = changed.has("typed") || this.at === 0 ? 0 : indexOfSame(before, this.at, this.#listed);
  }

  #list(): readonly ListedEntry[] {
    const entries = [...this.commands, ...this.places];
    if (this.typed.trim() === "") return entries.slice(0, MAX).map((entry) => ({ entry, ranges: [] }));
    const names = entries.map(({ name, also }) => (also === undefined ? name : `${name} ${also}`));
    const found = match(names, this.typed, MAX, (at) => entries[at]?.isPlace !== true).flatMap(({ at, ranges }) => {
      const entry = entries[at];
      return entry === undefined ? [] : [{ entry, ranges }];
    });
    const turn = entries.find((entry) => isNumbered(entry, this.typed));
    return turn === undefined ? found : [{ entry: turn, ranges: [] }, ...found.filter(({ entry }) => entry !== turn)];
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has("at"))
      this.renderRoot.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }

  protected override render(): TemplateResult {
    const listed = this.#listed;
    return html`<dialog aria-label=${this.name}>
      <input
        type="text"
        name="typed"
        role="combobox"
        aria-expanded="true"
        aria-controls="list"
        aria-activedescendant=${listed.length === 0 ? nothing : `e${this.at}`}
        aria-label=${this.name}
        placeholder=${this.hint}
        autocomplete="off"
        spellcheck="false"
        autofocus
        @input=${this.#onInput}
        @keydown=${this.#onKey}
      />
      <ul id="list" role="listbox" aria-label=${strings.found}>
        ${listed.map((entry, at) => this.#option(entry, at))}
      </ul>
      <p class="none" role="status">${listed.length > 0 ? "" : strings.none}</p>
    </dialog>`;
  }

  #option({ entry, ranges }: ListedEntry, at: number): TemplateResult {
    return html`<li
      id=${`e${at}`}
      role="option"
      aria-selected=${at === this.at}
      @click=${() => this.#choose(at)}
      @pointermove=${() => (this.at = at)}
    >
      <span class="kind">${entry.kind}</span> <bdi class="name ellipsis">${highlighted(entry.name, ranges)}</bdi>
      <span class="note ellipsis">${markInvisible(entry.note)}</span>
    </li>`;
  }

  readonly #onInput = (event: Event): void => {
    if (event.target instanceof HTMLInputElement) this.typed = event.target.value;
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    const count = this.#listed.length;
    const to = {
      ArrowDown: this.at + 1,
      ArrowUp: this.at - 1,
      PageDown: Math.min(this.at + 10, count - 1),
      PageUp: Math.max(this.at - 10, 0),
    }[event.key];
    if (event.key === "Enter" && !event.isComposing) this.#choose(this.at);
    else if (to !== undefined && count > 0) this.at = (to + count) % count;
    else return;
    event.preventDefault();
  };

  /** The dialog is closed first: the chosen command may move the focus. */
  #choose(at: number): void {
    const chosen = this.#listed[at];
    if (chosen === undefined) return;
    this.close();
    chosen.entry.run();
  }

  static override styles = [...super.styles, markStyles, paletteStyles];
}

/**
 * Returns the index in a later list of the entry that was chosen in an earlier one. Entries are created again and may
 * share a name, so the occurrence among equal names is counted.
 */
function indexOfSame(before: readonly ListedEntry[], at: number, now: readonly ListedEntry[]): number {
  const chosen = before[at]?.entry;
  const isSame = ({ entry }: ListedEntry): boolean => chosen !== undefined && isAlike(entry, chosen);
  const places = now.flatMap((entry, place) => (isSame(entry) ? [place] : []));
  return places[before.slice(0, at).filter(isSame).length] ?? Math.min(at, Math.max(0, now.length - 1));
}

function isAlike(entry: PaletteEntry, other: PaletteEntry): boolean {
  return (
    entry.kind === other.kind && entry.name === other.name && entry.note === other.note && entry.also === other.also
  );
}

function areAlike(before: readonly PaletteEntry[], after: readonly PaletteEntry[]): boolean {
  return before.length === after.length && before.every((entry, at) => isAlike(entry, after[at] ?? entry));
}

/** Reports whether an entry is the prompt whose number was typed, alone or as printed beside it. */
function isNumbered({ prompt = 0, note }: PaletteEntry, typed: string): boolean {
  return prompt > 0 && [String(prompt), `#${prompt}`, note].includes(typed.trim().toLowerCase());
}

/** Highlights the typed letters in a name. Ranges beyond it are in its alternative words. */
function highlighted(name: string, ranges: readonly number[]): unknown {
  const parts: unknown[] = [];
  let end = 0;
  for (let i = 0; i + 1 < ranges.length && (ranges[i] ?? 0) < name.length; i += 2) {
    const [from, to] = [ranges[i] ?? 0, ranges[i + 1] ?? 0];
    parts.push(markInvisible(name.slice(end, from)), html`<b>${markInvisible(name.slice(from, to))}</b>`);
    end = to;
  }
  return [...parts, markInvisible(name.slice(end))];
}

/** Adds entries from the parser while the user types. */
async function loadPlaces(palette: PaletteElement, controller: SessionController): Promise<void> {
  try {
    for await (const more of places(controller)) {
      if (!palette.isConnected) return;
      palette.places = [...palette.places, ...more];
    }
  } catch (error) {
    reportUnlessParserLoss(error);
  }
}

/** Opens the palette in a viewer. */
export function showPalette(root: Node, use: ViewerCommandContext): void {
  definePane("unspool-palette", PaletteElement);
  const palette = new PaletteElement();
  palette.updateCommands(use);
  root.appendChild(palette);
  if (use.controller !== undefined) void loadPlaces(palette, use.controller);
}
