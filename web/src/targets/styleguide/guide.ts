import { LitElement, type TemplateResult, html, nothing } from "lit";
import { property, state } from "lit/decorators.js";
import { Dates } from "../../session/format";
import type { ListElement } from "../../list/conversation-list";
import { fillBar } from "../../viewer/states";
import { AppSession } from "../app/viewer";
import type { RowContext } from "../../rows/context";
import { agents } from "./agents";
import { type Piece, choosers, controls, headers, panels, progress, rowControls, states } from "./around";
import { bodies } from "./bodies";
import { guideStyles } from "./guide-styles";
import { byKind, failures } from "./kinds";
import { origins, prompts } from "./prompts";
import { replies, speakers, thinking } from "./replies";
import type { Group, Specimen } from "./specimen";
import { colour, icons, motion, paint, space, type } from "./system";
import { edges, lines } from "./tools";
import { Workshop } from "./workshop";
import type { Row } from "../../parser/model";

type PanesCode = Awaited<ReturnType<Workshop["panes"]>>;

interface Section {
  readonly id: string;
  readonly title: string;
  readonly note: string;
  readonly draw: () => TemplateResult;
}

const themes = ["system", "light", "dark"] as const;
const widths = ["360", "720", "full"] as const;

/** The style guide: the visual system, and every part of the viewer in every state, drawn by the viewer's own code. */
export class GuideElement extends LitElement {
  @property({ reflect: true }) theme: (typeof themes)[number] = "system";
  @property({ reflect: true }) width: (typeof widths)[number] = "full";
  @state() private panes: PanesCode | undefined;

  readonly #workshop = new Workshop(() => this.#root());
  readonly #contexts = new Map<Specimen, RowContext>();
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
    const own: readonly Row["kind"][] = ["prompt", "text", "thinking", "tool", "internal", "phase", "end"];
    const kinds = (
      id: string,
      title: string,
      note: string,
      ...of: readonly Row["kind"][]
    ): Section & { readonly of: readonly Row["kind"][] } => ({
      ...this.#rows(id, title, note, ...of.flatMap((kind) => byKind[kind])),
      of,
    });
    const some = [
      kinds("compaction", "Compaction", "A divider: the context size before and after.", "compaction", "summary"),
      kinds(
        "machinery",
        "Background records",
        "Hooks, snapshots and reminders: one quiet line. A failure stands out.",
        "machinery",
      ),
      kinds("series", "Runs of calls", "Similar successful calls: one line that expands to show them.", "series"),
      kinds(
        "branches",
        "Branches and links",
        "Abandoned attempts, content from other sessions, and links to them.",
        "attempts",
        "branch",
        "copied",
        "link",
      ),
      kinds("images", "Images", "From the transcript’s own bytes. Nothing is loaded.", "image"),
    ];
    const placed = new Set([...own, ...some.flatMap(({ of }) => of)]);
    // A Record has no other keys.
    const others = (Object.keys(byKind) as Row["kind"][]).filter((kind) => !placed.has(kind));
    return [
      this.#rows("prompts", "Prompts", "What you asked. A turn begins with it.", ...prompts),
      this.#rows("origins", "Origins", "What else can begin a turn or is shown differently.", ...origins),
      this.#rows("speakers", "Speakers", "Who speaks from here on, and what the reply took.", ...speakers),
      this.#rows("replies", "Replies", "What Claude said.", ...replies),
      this.#rows("thinking", "Thinking", "Collapsed by default.", ...thinking),
      {
        id: "tools",
        title: "Tool lines",
        note: "What was done, to what, and how it ended: one line for each call.",
        draw: () => html`${this.#specimens(edges)} ${lines.map((group) => this.#group(group))}`,
      },
      this.#rows("bodies", "Expanded lines", "Expanded lines, by their content.", ...bodies),
      this.#rows(
        "agents",
        "Agents",
        "A conversation within the conversation, on its own thread.",
        ...agents,
        ...byKind.phase,
        ...byKind.internal,
        ...byKind.end,
      ),
      ...some,
      this.#rows(
        "notices",
        "Notices",
        "Events other than messages and tool calls.",
        ...others.flatMap((kind) => byKind[kind]),
      ),
      this.#rows("trouble", "Rows with errors", "A row that fails does not affect the others.", ...failures),
    ];
  }

  #around(): readonly Section[] {
    return [
      {
        id: "header",
        title: "Header",
        note: "The current session. The least important facts are dropped first.",
        draw: () => this.#pieces(headers),
      },
      {
        id: "chooser",
        title: "List of sessions",
        note: "When several are open.",
        draw: () => (this.panes === undefined ? html`` : this.#pieces(choosers)),
      },
      { id: "panels", title: "Panels", note: "On demand, over the conversation.", draw: () => this.#panels() },
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
        draw: () => html`${this.#pieces(controls)} ${this.#specimens(rowControls)}`,
      },
    ];
  }

  // Specimens

  #rows(id: string, title: string, note: string, ...specimens: readonly Specimen[]): Section {
    return { id, title, note, draw: () => this.#specimens(specimens) };
  }

  #group({ name, specimens }: Group): TemplateResult {
    return html`<h3 class="g-h3">${name}</h3>
      ${specimens.map((one) => this.#stage("", html`<unspool-list .context=${this.#context(one)}></unspool-list>`))}`;
  }

  #specimens(list: readonly Specimen[]): TemplateResult {
    return html`${list.map((one) => this.#stage(one.name, html`<unspool-list .context=${this.#context(one)}></unspool-list>`))}`;
  }

  #pieces(list: readonly Piece[]): TemplateResult {
    return html`${list.map(({ name, draw }) => this.#stage(name, draw()))}`;
  }

  #panels(): TemplateResult {
    const { panes } = this;
    if (panes === undefined) return html``;
    const context = this.#context(failures[0]);
    if (context === undefined) return html``;
    const nowhere = () => undefined;
    const actions = {
      controller: undefined,
      viewer: { sessions: () => [], present: nowhere },
      page: undefined,
      open: nowhere,
      palette: nowhere,
      turnTo: nowhere,
      live: undefined,
    };
    const use = { close: nowhere, leave: nowhere, goTo: nowhere, dates: new Dates(), actions };
    return html`${Object.values(panels(context)).map((one) =>
      this.#stage(one.kind, html`<dialog open inert>${panes.panel(one, use)}</dialog>`),
    )}`;
  }

  #stage(name: string, content: TemplateResult): TemplateResult {
    return html`<figure class="g-specimen">
      ${name === "" ? nothing : html`<figcaption><h3>${name}</h3></figcaption>`}
      <div class="g-stage">${content}</div>
    </figure>`;
  }

  #context(one: Specimen | undefined): RowContext | undefined {
    if (one === undefined) return undefined;
    const known = this.#contexts.get(one) ?? this.#workshop.open(one.samples, one.reading ?? "all");
    this.#contexts.set(one, known);
    return known;
  }

  // The page

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#workshop.panes().then((panes) => (this.panes = panes));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#workshop.dispose();
  }

  protected override firstUpdated(): void {
    this.#workshop.dress();
    const { hash } = location;
    if (hash !== "") this.#root().getElementById(hash.slice(1))?.scrollIntoView();
    for (const list of this.#root().querySelectorAll("unspool-list")) void fit(list);
    for (const [{ forced }, context] of this.#contexts) {
      const list = [...this.#root().querySelectorAll("unspool-list")].find((one) => one.context === context);
      if (forced !== undefined)
        void list?.settled().then(() => list.querySelector(forced.selector)?.setAttribute("data-held", forced.state));
    }
  }

  protected override updated(): void {
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
            The visual system and every part of the viewer in every state, drawn by the viewer’s own code from invented
            sessions.
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
    return html`<div class="g-choice" role="group" aria-label=${label}>
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

  static override styles = [...AppSession.styles, guideStyles];
}

const MAX_FRAMES = 60;

/** A list draws what is in sight. Here that is all of it: once it is drawn, the list is as high as its rows. */
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
