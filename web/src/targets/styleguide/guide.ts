import { LitElement, type PropertyValues, type TemplateResult, html, nothing } from "lit";
import { property, state } from "lit/decorators.js";
import { Dates } from "../../session/format";
import type { ListElement } from "../../list/conversation-list";
import { fillBar } from "../../viewer/states";
import type { Panel } from "../../viewer/commands/command-context";
import { AppSession } from "../app/viewer";
import type { SessionInfo } from "../../parser/model";
import type { RowContext } from "../../rows/context";
import { type StylePiece, controls, headers, library, progress, states } from "./around";
import { type CaseName, commentOf } from "./cases";
import { segmentedStyles } from "../../ui/common-styles";
import { guideStyles } from "./guide-styles";
import { colour, icons, motion, paint, space, type } from "./system";
import { Workshop, expandRows } from "./workshop";

import type { PanesCode } from "../../viewer/late-code";

/** A golden case and the options for showing it. Folded rows are expanded by default. */
interface Specimen {
  readonly name: CaseName;
  /** Whether every line is expanded. */
  readonly open?: boolean;
  /** Whether only the initially visible rows are shown. */
  readonly collapsed?: boolean;
  /** The progress of reading, if the case is not read to its end. */
  readonly reading?: "waiting" | "stopped";
  /** Elements that are forced into a state. */
  readonly forced?: { readonly name: string; readonly selectors: readonly string[]; readonly state: "hover" | "focus" };
}

/** The parts around conversations, once they are loaded. */
interface Around {
  readonly panes: PanesCode;
  readonly info: SessionInfo;
  readonly sessions: readonly SessionInfo[];
  readonly panels: readonly Panel[];
}

interface Section {
  readonly id: string;
  readonly title: string;
  readonly note: string;
  readonly draw: () => TemplateResult;
}

const themes = ["system", "light", "dark"] as const;
const widths = ["360", "720", "full"] as const;

/**
 * The style guide: the visual system, and every part of the viewer in every state, rendered by the viewer's own code.
 */
export class GuideElement extends LitElement {
  @property({ reflect: true }) theme: (typeof themes)[number] = "system";
  @property({ reflect: true }) width: (typeof widths)[number] = "full";
  /** Whether cases are still loading. */
  @property({ type: Boolean, reflect: true }) busy = true;
  @state() private around: Around | undefined;

  readonly #workshop = new Workshop(() => this.#root());
  readonly #specimens: Specimen[] = [];
  readonly #contexts = new Map<Specimen, readonly RowContext[]>();
  readonly #chapters: readonly { readonly title: string; readonly sections: readonly Section[] }[];

  constructor() {
    super();
    this.#chapters = [
      { title: "System", sections: this.#system() },
      { title: "Conversation", sections: this.#conversation() },
      { title: "Around the conversation", sections: this.#around() },
    ];
  }

  #root(): ShadowRoot {
    const { renderRoot } = this;
    if (!(renderRoot instanceof ShadowRoot)) throw new TypeError("the guide stands in a shadow root");
    return renderRoot;
  }

  #system(): readonly Section[] {
    return [
      {
        id: "type",
        title: "Type",
        note: "Messages are the largest and darkest, tool lines are a step smaller, labels are the smallest.",
        draw: type,
      },
      { id: "space", title: "Space", note: "Multiples of 4 px; more between turns than within them.", draw: space },
      {
        id: "colour",
        title: "Color",
        note: "One accent. Outcomes have a color and a word, agents a hue and a name.",
        draw: colour,
      },
      {
        id: "motion",
        title: "Motion",
        note: "Only in response to the reader. None with reduced motion.",
        draw: motion,
      },
      { id: "icons", title: "Icons", note: "One line weight. Icons always come with text.", draw: icons },
    ];
  }

  #conversation(): readonly Section[] {
    return [
      this.#rows("prompts", "Prompts", "What you asked. A turn begins with it.", "prompt-parts", "interruptions"),
      this.#rows(
        "origins",
        "Origins",
        "What else can begin a turn or is shown differently.",
        "ladder",
        "commands",
        "peers",
        "plans",
      ),
      this.#rows("replies", "Replies and thinking", "What Claude said.", "markdown", "failures", "writing-systems"),
      this.#rows("tools", "Tool lines", "What was done, to what, and how it ended.", "faces", "tool-endings"),
      this.#rows(
        "bodies",
        "Expanded lines",
        "Expanded lines, by their content.",
        ...(["faces", "file-tools", "shell-tools", "spilled-output", "hooks", "failures"] as const).map((name) => ({
          name,
          open: true,
        })),
      ),
      this.#rows(
        "agents",
        "Agents",
        "A conversation within the conversation, on its own thread.",
        "agents",
        "workflow",
        {
          name: "agent-notifications",
          collapsed: true,
        },
      ),
      this.#rows("compaction", "Compaction", "A divider: the context size before and after.", "compaction"),
      this.#rows("machinery", "Background records", "One quiet line. A failure stands out.", "machinery", "hooks"),
      this.#rows("series", "Runs of calls", "Similar successful calls: one line that expands to show them.", {
        name: "series",
        collapsed: true,
      }),
      this.#rows(
        "branches",
        "Branches and links",
        "Abandoned attempts, content from other sessions, and links to them.",
        "attempts",
        "continuations",
        "copies-resume",
      ),
      this.#rows("images", "Images", "From the transcript’s own bytes. Nothing is loaded.", "images", "pictures"),
      this.#rows(
        "notices",
        "Notices",
        "Events other than messages and tool calls.",
        "notes",
        "restarts",
        "broken-links",
        "damage",
        "beside-results",
        "unknown",
      ),
      this.#rows(
        "forced",
        "Rows in use",
        "Hover and keyboard focus.",
        {
          name: "pictures",
          forced: {
            name: "Hover: a tool line, a chip, line details",
            selectors: [".row-button", ".chip", ".about-row"],
            state: "hover",
          },
        },
        { name: "pictures", forced: { name: "Keyboard focus", selectors: ["unspool-row"], state: "focus" } },
      ),
      this.#rows(
        "trouble",
        "Rows that did not arrive",
        "They are awaited, or the parser stopped.",
        { name: "pictures", reading: "waiting" },
        { name: "pictures", reading: "stopped" },
      ),
    ];
  }

  #around(): readonly Section[] {
    return [
      {
        id: "header",
        title: "Header",
        note: "The current session. The least important facts are dropped first.",
        draw: () => this.#here(({ info }) => this.#pieces(headers(info))),
      },
      {
        id: "chooser",
        title: "List of sessions",
        note: "When several are open.",
        draw: () => this.#here(({ sessions }) => this.#stage("Sessions of a folder", library(sessions))),
      },
      {
        id: "panels",
        title: "Panels",
        note: "On demand, over the conversation.",
        draw: () => this.#here((around) => this.#panels(around)),
      },
      { id: "progress", title: "Progress", note: "A thin bar and text.", draw: () => this.#pieces(progress) },
      {
        id: "states",
        title: "Empty and failed",
        note: "What happened, why, and what to do.",
        draw: () => this.#pieces(states),
      },
      {
        id: "controls",
        title: "Controls",
        note: "Default, hover and keyboard focus.",
        draw: () => this.#pieces(controls),
      },
    ];
  }

  // Specimens

  #rows(id: string, title: string, note: string, ...list: readonly (Specimen | CaseName)[]): Section {
    const specimens = list.map((one) => (typeof one === "string" ? { name: one } : one));
    this.#specimens.push(...specimens);
    return { id, title, note, draw: () => html`${specimens.map((one) => this.#specimen(one))}` };
  }

  #specimen(one: Specimen): TemplateResult {
    const { name, forced, reading } = one;
    const lists = (this.#contexts.get(one) ?? []).map(
      (context) => html`<div class="g-stage"><unspool-list .context=${context}></unspool-list></div>`,
    );
    return html`<figure class="g-specimen">
      <figcaption>
        <h3>${reading ?? forced?.name ?? name.replaceAll("-", " ")}</h3>
        ${forced === undefined && reading === undefined ? html`<p>${commentOf(name)}</p>` : nothing}
      </figcaption>
      ${lists}
    </figure>`;
  }

  #here(draw: (around: Around) => TemplateResult): TemplateResult {
    return this.around === undefined ? html`` : draw(this.around);
  }

  #pieces(list: readonly StylePiece[]): TemplateResult {
    return html`${list.map(({ name, draw }) => this.#stage(name, draw()))}`;
  }

  #panels({ panes, panels }: Around): TemplateResult {
    const nowhere = () => undefined;
    const commands = {
      controller: undefined,
      viewer: { sessions: () => [], present: nowhere },
      page: undefined,
      openPanel: nowhere,
      openPalette: nowhere,
      stepSession: nowhere,
      live: undefined,
    };
    const use = { close: nowhere, leave: nowhere, goTo: nowhere, dates: new Dates(), commands };
    return html`${panels.map((one) => this.#stage(one.kind, html`<dialog open inert>${panes.panel(one, use)}</dialog>`))}`;
  }

  #stage(name: string, content: TemplateResult): TemplateResult {
    return html`<figure class="g-specimen">
      <figcaption><h3>${name}</h3></figcaption>
      <div class="g-stage">${content}</div>
    </figure>`;
  }

  // Loading

  /** Opens the specimens one after another: each case starts a parser. */
  async #load(): Promise<void> {
    for (const one of this.#specimens) {
      this.#contexts.set(one, await this.#open(one));
      this.requestUpdate();
      await this.updateComplete;
      for (const list of this.#root().querySelectorAll("unspool-list")) {
        if (!this.#contexts.get(one)?.some((context) => context === list.context)) continue;
        if (one.reading === undefined) await fit(list);
        for (const selector of one.forced?.selectors ?? [])
          list.querySelector(selector)?.setAttribute("data-forced", one.forced?.state ?? "");
      }
    }
    this.around = await this.#loadAround();
    await this.updateComplete;
    this.busy = false;
  }

  async #open({ name, open, collapsed, reading }: Specimen): Promise<readonly RowContext[]> {
    const { api, sessions } = await this.#workshop.parse(name);
    const contexts: RowContext[] = [];
    for (const info of sessions) {
      if (collapsed !== true) await expandRows(api, info.index);
      const context = this.#workshop.open(api, info);
      if (open === true) context.conversation.setAllOpen(true);
      const waiting = reading === undefined ? context : this.#workshop.waiting(context);
      if (reading === "stopped") waiting.conversation.end();
      contexts.push(waiting);
    }
    return contexts;
  }

  async #loadAround(): Promise<Around> {
    const [panes, facts, several, damage] = await Promise.all([
      this.#workshop.panes(),
      this.#workshop.parse("session-facts"),
      this.#workshop.parse("continuations"),
      this.#workshop.parse("damage"),
    ]);
    const [info] = facts.sessions;
    const [damaged] = damage.sessions;
    if (info === undefined || damaged === undefined) throw new TypeError("a case has no session");
    const context = this.#workshop.open(damage.api, damaged);
    const session = 0;
    const panels: readonly Panel[] = [
      { kind: "keys" },
      { kind: "goto", missing: true },
      { kind: "details", summary: await facts.api.query("summary", { session }) },
      { kind: "findings", list: await damage.api.query("diagnostics", { session }), context },
    ];
    return { panes, info, sessions: several.sessions, panels };
  }

  // The page

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#workshop.dispose();
  }

  protected override firstUpdated(): void {
    this.#workshop.dress();
    const { hash } = location;
    if (hash !== "") this.#root().getElementById(hash.slice(1))?.scrollIntoView();
    void this.#load();
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (!changed.has("theme")) return;
    document.documentElement.dataset.theme = this.theme;
    paint(this.#root());
    for (const stage of this.#root().querySelectorAll("#progress .g-stage"))
      fillBar(stage, { bytes: 31, total: 84, files: 0, sessions: 0, rows: 0, done: false });
  }

  protected override render(): TemplateResult {
    return html`<header class="g-top">
        <p class="g-mark"><a href="./">Unspool</a> <span>Style guide</span></p>
        ${this.#choice("Theme", themes, this.theme, (theme) => (this.theme = theme))}
        ${this.#choice("Width", widths, this.width, (width) => (this.width = width))}
      </header>
      <div class="g-page">
        <nav class="g-nav" aria-label="Sections">
          ${this.#chapters.map(
            ({ title, sections }) =>
              html`<p>${title}</p>
                <ul>
                  ${sections.map((one) => html`<li><a href="#${one.id}" @click=${this.#go}>${one.title}</a></li>`)}
                </ul>`,
          )}
        </nav>
        <main class="g-main">
          <h1 class="g-h1">How Unspool looks</h1>
          <p class="g-lead">
            The visual system and every part of the viewer, drawn by the viewer’s own code from the golden cases of the
            parser.
          </p>
          ${this.#chapters.map(({ sections }) =>
            sections.map(
              ({ id, title, note, draw }) =>
                html`<section class="g-section" id=${id} aria-labelledby="${id}-title">
                  <h2 class="g-h2" id="${id}-title">${title}</h2>
                  <p class="g-lead">${note}</p>
                  ${draw()}
                </section>`,
            ),
          )}
        </main>
      </div>`;
  }

  #choice<T extends string>(label: string, all: readonly T[], chosen: T, choose: (one: T) => void): TemplateResult {
    return html`<div class="g-choice segmented" role="group" aria-label=${label}>
      ${all.map((one) => html`<button type="button" aria-pressed=${one === chosen} @click=${() => choose(one)}>${one}</button>`)}
    </div>`;
  }

  /** The browser does not look for anchors in shadow roots. */
  readonly #go = (event: MouseEvent): void => {
    const link = event.currentTarget;
    if (!(link instanceof HTMLAnchorElement)) return;
    event.preventDefault();
    history.replaceState(null, "", link.hash);
    this.#root().getElementById(link.hash.slice(1))?.scrollIntoView();
  };

  static override styles = [...AppSession.styles, segmentedStyles, guideStyles];
}

const MAX_FRAMES = 60;

/** Makes a list as high as its rows, so that it renders all of them. */
async function fit(list: ListElement): Promise<void> {
  await list.settled();
  for (
    let frame = 0;
    frame < MAX_FRAMES && list.querySelectorAll("unspool-row").length < (list.context?.conversation.total ?? 0);
    frame++
  ) {
    await new Promise(requestAnimationFrame);
  }
  list.toggleAttribute("data-fits", true);
}

declare global {
  interface HTMLElementTagNameMap {
    "unspool-guide": GuideElement;
  }
}
