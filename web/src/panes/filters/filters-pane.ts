import { type TemplateResult, html, nothing } from "lit";
import { state } from "lit/decorators.js";
import { LatestRun } from "../../base/latest-run";
import { onChange } from "../../base/signals";
import { strings } from "./strings";
import { markStyles } from "../../content/mark-styles";
import { markInvisible, stripInvisible } from "../../content/visible-text";
import type { AgentChoice, Choices } from "../../parser/model";
import type { SessionController } from "../session-controller";
import { type LineRange, gather } from "../../base/collect-pages";
import { menu, menuStyles } from "../menu";
import { Pane, definePane } from "../pane";
import { PaneLoader } from "../pane-loader";
import {
  type Chip,
  type Filter,
  chips,
  isEverything,
  preset,
  presetNames,
  presetOf,
  toolOf,
  withoutChip,
} from "../../session/filter";
import { agentMenu, kindMenu, toolMenu } from "./menus";
import { controlStyles } from "./filters-styles";
import { ignoreParserLoss } from "../../parser/parser-loss";
import { baseStyles } from "../../ui/base-styles";
import { buttonStyles, fieldStyles, segmentedStyles } from "../../ui/common-styles";

/** The menus. */
type MenuName = "lines" | "tools" | "agents";

export function draw(controller: SessionController): TemplateResult {
  return html`<unspool-filters .controller=${controller}></unspool-filters>`;
}

/** The line above a conversation that shows the filter and lets users change it. */
class FiltersElement extends Pane {
  @state() private choices: Choices | undefined;
  @state() private agents: readonly AgentChoice[] | undefined;
  /** The text that filters the names in the open menu. */
  @state() private typed = "";
  @state() private open: MenuName | undefined;
  readonly #loader = new PaneLoader(this, (signal) => this.#loadChoices(signal));
  readonly #run = new LatestRun(); // loads the agents

  protected override follow(controller: SessionController): readonly (() => void)[] {
    return [
      onChange([controller.viewState, controller.panesVersion], () => this.requestUpdate()),
      onChange(controller.dataVersion, this.#loader.reload),
    ];
  }

  protected override sessionChanged(): void {
    this.choices = this.agents = undefined;
    this.#loader.load();
  }

  /** Loads the choices and the number of remaining rows. */
  async #loadChoices(signal: AbortSignal): Promise<void> {
    const { api, session } = this.controller;
    const choices = await api.query("filterOptions", { session });
    if (signal.aborted) return;
    this.choices = choices;
    if (this.open === "agents") void this.#loadAgents();
  }

  async #loadAgents(): Promise<void> {
    const { controller } = this;
    const signal = this.#run.begin();
    const page = async (from: number): Promise<LineRange<AgentChoice> | undefined> => {
      const { agents, next, revision } = await controller.api.query("agents", { session: controller.session, from });
      return controller === this.controller && !signal.aborted ? { lines: agents ?? [], next, revision } : undefined;
    };
    const agents = await ignoreParserLoss(gather(page, 0, Infinity));
    if (agents !== undefined) this.agents = agents;
  }

  // Rendering

  protected override render(): TemplateResult {
    const { controller, choices } = this;
    const { filter } = controller.filtering;
    const on = !isEverything(filter);
    const empty = on && choices?.shown === 0 && choices.lines > 0 && !controller.viewer.busy;
    const open = controller.isOpen("filters");
    if (!open && !empty) return html``;
    return html`<section aria-label=${strings.name} ?data-empty=${!open}>
      ${open ? this.#line(filter, on) : nothing}
      ${
        empty
          ? html`<div class="empty">
              <p>${strings.nothing}</p>
              <div>
                ${
                  controller.filtering.undoable
                    ? html`<button type="button" class="button" @click=${this.#undo}>${strings.undo}</button>`
                    : nothing
                }
                <button type="button" class="button" @click=${this.#clear}>${strings.everything}</button>
              </div>
            </div>`
          : nothing
      }
    </section>`;
  }

  #line(filter: Filter, on: boolean): TemplateResult {
    const { controller, choices } = this;
    return html`<div class="controls">
        ${this.#presets(filter)}
        <div class="menus">
          ${this.#menu("lines", strings.lines, filter, kindMenu)}
          ${this.#menu("tools", strings.tools, filter, toolMenu)}
          ${choices?.agents === 0 && filter.agent === "" ? nothing : this.#menu("agents", strings.agents, filter, agentMenu)}
        </div>
      </div>
      ${on || controller.filtering.undoable ? this.#activeFilters(filter, on) : nothing}`;
  }

  #presets(filter: Filter): TemplateResult {
    const now = presetOf(filter);
    return html`<div class="segmented presets" role="group" aria-label=${strings.presets}>
      ${presetNames.map(
        (name) =>
          html`<button
            type="button"
            aria-pressed=${now === name && (name !== "all" || filter.agent === "")}
            title=${strings.presetNotes[name]}
            @click=${() => this.#change(preset(name, filter))}
          >
            ${strings.preset[name]}
          </button>`,
      )}
    </div>`;
  }

  #menu(name: MenuName, label: string, filter: Filter, items: typeof kindMenu): TemplateResult {
    const { choices, agents, typed } = this;
    const use = {
      filter,
      choices,
      agents,
      typed,
      type: (text: string) => (this.typed = text),
      change: (next: Filter) => this.#change(next),
      close: () => this.renderRoot.querySelector<HTMLElement>(`#${name}`)?.hidePopover(),
    };
    return menu({
      id: name,
      label,
      open: this.open === name,
      content: () => items(use),
      toggled: (open) => this.#toggled(name, open),
    });
  }

  #toggled(name: MenuName, open: boolean): void {
    if (open) {
      this.open = name;
      this.typed = "";
      if (name === "agents") void this.#loadAgents();
    } else if (this.open === name) this.open = undefined;
  }

  /** Renders the active filters and the number of remaining rows. */
  #activeFilters(filter: Filter, on: boolean): TemplateResult {
    const { controller, choices } = this;
    return html`<div class="state">
      ${
        on
          ? html`<ul class="chips" aria-label=${strings.active}>
              ${chips(filter).map((chip) => {
                const name = stripInvisible(this.#nameOf(chip));
                return html`<li>
                  <button
                    type="button"
                    class="chip"
                    aria-label=${strings.remove(name)}
                    @click=${() => this.#remove(chip)}
                    @keydown=${this.#onChipKey}
                  >
                    <span class="ellipsis">${markInvisible(this.#nameOf(chip))}</span
                    ><span class="cross" aria-hidden="true"></span>
                  </button>
                </li>`;
              })}
            </ul>`
          : nothing
      }
      <span class="count" role="status"
        >${choices === undefined ? nothing : strings.shown(choices.shown, choices.lines)}</span
      >
      <span class="back">
        ${
          controller.filtering.undoable
            ? html`<button type="button" class="plain" title=${strings.undoTitle} @click=${this.#undo}>
                ${strings.undo}
              </button>`
            : nothing
        }
        ${on ? html`<button type="button" class="plain" @click=${this.#clear}>${strings.everything}</button>` : nothing}
      </span>
    </div>`;
  }

  #nameOf(chip: Chip): string {
    switch (chip.kind) {
      case "agent":
        return strings.ofAgent(this.choices?.agentName || chip.id);
      case "show":
        return strings.showing(chip.words.map((word) => this.#nameOfWord(word)).join(", "));
      case "hide":
        return strings.hiding(this.#nameOfWord(chip.word));
      case "hide-tools":
        return strings.hidingTools(chip.words.length);
    }
  }

  #nameOfWord(word: string): string {
    const tool = toolOf(word);
    if (tool !== undefined) return this.choices?.tools?.find(({ name }) => name === tool)?.tool ?? tool;
    return (
      Object.entries(strings.kinds)
        .find(([kind]) => kind === word)?.[1]
        .toLocaleLowerCase("en") ?? word
    );
  }

  // Actions

  #change(filter: Filter): void {
    this.controller.filtering.change(filter);
  }

  readonly #clear = (): void => {
    this.controller.filtering.clear();
    this.#keepFocus();
  };

  readonly #undo = (): void => {
    this.controller.filtering.undo();
    this.#keepFocus();
  };

  #remove(chip: Chip): void {
    this.#change(withoutChip(this.controller.filtering.filter, chip));
    this.#keepFocus();
  }

  readonly #onChipKey = (event: KeyboardEvent): void => {
    if ((event.key !== "Delete" && event.key !== "Backspace") || !(event.target instanceof HTMLElement)) return;
    event.preventDefault();
    event.target.click();
  };

  /** If no rows remain, the focused row is gone, so the pane takes the focus. */
  protected override updated(): void {
    if (document.activeElement === document.body) this.renderRoot.querySelector<HTMLElement>(".empty button")?.focus();
  }

  /** Keeps the focus when its button is removed. */
  #keepFocus(): void {
    void this.updateComplete.then(() => {
      if (this.shadowRoot?.activeElement != null) return;
      this.renderRoot.querySelector<HTMLElement>(".chip, .plain, .presets button")?.focus();
    });
  }

  static override styles = [
    baseStyles,
    buttonStyles,
    fieldStyles,
    segmentedStyles,
    markStyles,
    controlStyles,
    menuStyles,
  ];
}

definePane("unspool-filters", FiltersElement);
