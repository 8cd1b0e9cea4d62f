import { type TemplateResult, html, nothing } from "lit";
import { LatestRun } from "../../base/latest-run";
import { onChange } from "../../base/signals";
import { icon } from "../../ui/icon";
import type { AsyncValue } from "../../base/async-value";
import { copyButton } from "../../content/frame";
import { markStyles } from "../../content/mark-styles";
import { layOut } from "../../rows/parts/json";
import { markInvisible, stripInvisible } from "../../content/visible-text";
import { plainStyles } from "../../rows/parts/plain";
import type { Inspection, RecordFacts, RecordLink, RecordLocation } from "../../parser/model";
import { strings } from "./strings";
import { strings as detailStrings } from "../../rows/details/strings";
import { strings as rowStrings } from "../../rows/strings";
import { strings as sessionStrings } from "../../session/strings";
import type { SessionController } from "../session-controller";
import { Pane, definePane } from "../pane";
import { type Extent, asHex, asText, damage } from "./bytes";
import { facts, ids, usage } from "./facts";
import { type RecordForm, type Read, recordSection } from "./record";
import { type Verdict, check, written } from "./scan";
import { inspectorStyles } from "./inspector-styles";
import { JsonTree } from "./tree";
import { excerptOf, titleOf, relatedRecords } from "./related-records";
import { Resizer, paneWidth } from "../../ui/resizer";
import { ignoreParserLoss, reportUnlessParserLoss } from "../../parser/parser-loss";
import { baseStyles } from "../../ui/base-styles";
import { segmentedStyles, toolButtonStyles } from "../../ui/common-styles";

const LARGE = 1 << 20; // bytes that are read only if the row stays current
const HOVER_DELAY = 120; // ms
const MAX = 32 << 20; // bytes that are shown of one record
const SCROLLING = 120; // ms between two updates while rows scroll past
const SLICE = 8; // ms of work per task

/** A row, and one of its records. */
interface InspectionReply {
  readonly inspection: Inspection | undefined;
  readonly record: RecordFacts | null;
}

/** Shows everything known about the current row, and the records it consists of. */
export class Inspector extends Pane {
  #inspection: Inspection | undefined;
  #record: RecordFacts | undefined;
  #read: AsyncValue<Read> = { state: "waiting" };
  #verdict: Verdict | undefined;
  #missing = false; // whether nothing was found
  #form: RecordForm = "tree";
  #extent: Extent = asText;
  readonly #open = new Set<string>(["message", "message.content"]);
  readonly #folded = new Set<string>(); // collapsed sections
  #copies: readonly HTMLElement[] = [];
  readonly #run = new LatestRun();
  readonly #fetching = new LatestRun();
  #waiting = false; // for the last request
  #picked = false; // whether the user chose a row
  #looking: ReturnType<typeof setTimeout> | undefined;
  readonly #resizer = new Resizer(paneWidth(this, strings.width));

  protected override sessionChanged(): void {
    this.#run.stop();
    this.#fetching.stop();
    this.#picked = this.#waiting = this.#missing = false;
    this.#inspection = this.#record = undefined;
    this.#follow();
  }

  protected override follow(controller: SessionController): readonly (() => void)[] {
    const picked = (): void => {
      this.#picked = true;
      this.#follow();
    };
    const sighted = (): void => {
      if (!this.#picked) this.#schedule(() => this.#follow());
    };
    const grown = (): void => {
      if (this.#waiting) return;
      // Missing facts may be known by now, such as how a call ended or which record follows.
      this.#schedule(() =>
        this.#inspection?.row == null
          ? this.#follow()
          : void this.#inspect(this.#inspection.about.key, this.#record?.location),
      );
    };
    return [
      onChange(controller.currentRowVersion, picked),
      onChange(controller.viewportVersion, sighted),
      onChange(controller.dataVersion, grown),
    ];
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#looking);
    this.#looking = undefined;
    this.#run.stop();
    this.#fetching.stop();
  }

  #schedule(look: () => void): void {
    this.#looking ??= setTimeout(() => {
      this.#looking = undefined;
      if (this.isConnected) look();
    }, SCROLLING);
  }

  #follow(): void {
    const list = this.controller.viewer.list();
    const row =
      this.#picked && list?.context === this.controller.context ? list.currentRow() : this.controller.currentRow;
    if (row !== undefined && (row.key !== this.#inspection?.row?.key || this.#picked)) void this.#inspect(row.key);
  }

  /** Inspects a row and one of its records, by default the first. */
  #inspect(address: string, at?: RecordLocation): Promise<void> {
    return this.#ask(async ({ api, session }) => {
      const inspection = await api.query("inspect", { session, address });
      const location = at ?? inspection.about.records?.[0];
      return {
        inspection,
        record:
          location === undefined
            ? null
            : await api.query("record", { session, file: location.file, offset: location.offset }),
      };
    });
  }

  /** Inspects a record of a file, and the row that shows it. */
  #step(to: RecordLocation): Promise<void> {
    return this.#ask(async ({ api, session }) => {
      const record = await api.query("record", { session, file: to.file, offset: to.offset });
      const key = record?.row?.key;
      const inspection =
        key === undefined || key === this.#inspection?.row?.key
          ? this.#inspection
          : await api.query("inspect", { session, address: key });
      return { inspection: key === undefined ? undefined : inspection, record };
    });
  }

  async #ask(question: (controller: SessionController) => Promise<InspectionReply>): Promise<void> {
    const signal = this.#run.begin();
    this.#waiting = true;
    const answer = await ignoreParserLoss(question(this.controller));
    if (signal.aborted) return;
    this.#waiting = false;
    this.#missing = answer === undefined;
    this.requestUpdate();
    if (answer === undefined) return;
    this.#inspection = answer.inspection;
    this.#take(answer.record);
  }

  #take(record: RecordFacts | null): void {
    const before = this.#record;
    this.#record = record ?? undefined;
    if (record === null) {
      this.#fetching.stop();
      return;
    }
    const { location, bytes } = record;
    const same =
      before?.location.file === location.file && before.location.offset === location.offset && before.bytes === bytes;
    if (same && this.#read.state !== "failed") return;
    this.#read = { state: "waiting" };
    this.#verdict = undefined;
    this.#copies = this.#copiesOf(record);
    void this.#fetch(record);
  }

  async #fetch({ location, bytes }: RecordFacts): Promise<void> {
    const signal = this.#fetching.begin();
    if (bytes > LARGE) await pause(HOVER_DELAY);
    if (signal.aborted) return;
    try {
      const read = await this.controller.api.raw({ ...location, length: Math.min(bytes, MAX) });
      if (signal.aborted) return;
      const bad = damage(read);
      this.#read = { state: "loaded", value: { bytes: read, bad, cut: bytes > read.length } };
      this.#extent = this.#form === "hex" ? asHex(first(bad)) : asText;
      this.requestUpdate();
      const verdict = await judge(read, signal);
      if (signal.aborted) return;
      this.#verdict = verdict;
    } catch (error) {
      reportUnlessParserLoss(error);
      if (signal.aborted) return;
      this.#read = { state: "failed", error };
    }
    this.requestUpdate();
  }

  #copiesOf({ location, bytes }: RecordFacts): readonly HTMLElement[] {
    const { api, viewer, info } = this.controller;
    const text = async (): Promise<string> => {
      const read = await api.raw({ ...location, length: Math.min(bytes, MAX) });
      return written(read, { from: 0, to: read.length });
    };
    const link = viewer.linkTo;
    const url = link === undefined || location.uuid === "" ? undefined : link(location.uuid, info?.id ?? "");
    return [
      copyButton(text, strings.copyRecord),
      copyButton(async () => layOut(await text()), strings.copyJson),
      ...(url === undefined ? [] : [copyButton(() => url, detailStrings.copyLink)]),
    ];
  }

  /** Follows a link to a row and to its related record. */
  async #go(link: RecordLink): Promise<void> {
    const there = link.row !== null && (await this.controller.goTo(link.row.key));
    if (link.location !== null) await this.#step(link.location);
    else if (there) await this.#inspect(link.row.key);
  }

  protected override firstUpdated(): void {
    if (this.controller.takesFocus("inspector")) this.focus();
  }

  override focus(options?: FocusOptions): void {
    this.renderRoot.querySelector<HTMLElement>(".content")?.focus(options);
  }

  #close(): void {
    const list = this.controller.viewer.list();
    this.controller.setOpen("inspector", false);
    list?.focus();
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    this.#close();
  };

  protected override render(): TemplateResult {
    const inspection = this.#inspection;
    const record = this.#record;
    const title =
      inspection?.row != null
        ? titleOf(inspection.row)
        : record !== undefined
          ? record.label || strings.record
          : strings.name;
    const text = inspection?.row != null ? excerptOf(inspection.row, this.controller.context.project()) : "";
    return html`${this.#resizer.handle()}
      <aside aria-label=${strings.name} @keydown=${this.#onKey}>
        <header>
          <div class="head">
            <h2 class="clamp" title=${stripInvisible(title)}>${markInvisible(title)}</h2>
            <button
              type="button"
              class="tool-button"
              aria-label=${strings.close}
              title=${strings.close}
              @click=${() => this.#close()}
            >
              ${icon("close")}
            </button>
          </div>
          ${text === "" ? nothing : html`<p class="row-summary clamp" title=${stripInvisible(text)}>${markInvisible(text)}</p>`}
        </header>
        <div class="content" tabindex="0" role="group" aria-label=${stripInvisible(title)}>
          ${this.#content(inspection, record)}
        </div>
      </aside>`;
  }

  #content(inspection: Inspection | undefined, record: RecordFacts | undefined): TemplateResult {
    if (this.#missing) return html`<p class="note bad">${rowStrings.unreadable}</p>`;
    if (inspection?.row == null && record === undefined)
      return html`<p class="note">${inspection === undefined ? sessionStrings.reading : strings.nothing}</p>`;
    const links = [...(inspection?.links ?? []), ...(record?.links ?? [])];
    const aboutRow =
      inspection?.row == null
        ? nothing
        : html`${facts(inspection, this.controller.dates)} ${this.#section("usage", usage(inspection))}`;
    return html`${aboutRow}
    ${
      links.length === 0
        ? nothing
        : this.#section(
            "leads",
            relatedRecords(links, {
              row: inspection?.row ?? null,
              project: this.controller.context.project(),
              follow: (link) => void this.#go(link),
            }),
          )
    }
    ${this.#section("ids", ids(inspection, record))}
    ${this.#section("record", record === undefined ? html`<p class="note">${strings.noRecord}</p>` : this.#recordOf(record, inspection))}`;
  }

  /** Renders a collapsible section; its state is the same for all rows. */
  #section(name: "usage" | "leads" | "ids" | "record", content: unknown): TemplateResult {
    const turn = (event: Event): void => {
      if (!(event.currentTarget instanceof HTMLDetailsElement)) return;
      if (event.currentTarget.open) this.#folded.delete(name);
      else this.#folded.add(name);
    };
    return html`<details ?open=${!this.#folded.has(name)} @toggle=${turn}>
      <summary><h3>${strings[name]}</h3></summary>
      ${content}
    </details>`;
  }

  #recordOf(record: RecordFacts, inspection: Inspection | undefined): TemplateResult {
    const lead = record.row;
    return recordSection({
      record,
      list: inspection?.about.records ?? [],
      more: inspection?.about.more ?? 0,
      isShownByRow: lead !== null && lead.key === inspection?.row?.key,
      read: this.#read,
      verdict: this.#verdict,
      form: this.#form,
      extent: this.#extent,
      open: this.#open,
      copies: this.#copies,
      step: (to) => void this.#step(to),
      choose: (form) => this.#choose(form),
      extend: (extent) => {
        this.#extent = extent;
        this.requestUpdate();
      },
      showRow: lead === null ? undefined : () => void this.controller.goTo(lead.key),
    });
  }

  #choose(form: RecordForm): void {
    this.#form = form;
    this.#extent = form === "hex" && this.#read.state === "loaded" ? asHex(first(this.#read.value.bad)) : asText;
    this.requestUpdate();
  }

  static override styles = [baseStyles, toolButtonStyles, segmentedStyles, markStyles, plainStyles, inspectorStyles];
}

function first(bad: ReadonlySet<number>): number {
  for (const at of bad) return at;
  return -1;
}

async function judge(bytes: Uint8Array, signal: AbortSignal): Promise<Verdict | undefined> {
  const checking = check(bytes);
  let until = performance.now() + SLICE;
  for (let next = checking.next(); ; next = checking.next()) {
    if (next.done === true) return next.value;
    if (performance.now() < until) continue;
    await pause(0);
    if (signal.aborted) return undefined;
    until = performance.now() + SLICE;
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resume) => setTimeout(resume, ms));
}

definePane("unspool-json-tree", JsonTree);
definePane("unspool-inspector", Inspector);

export function draw(controller: SessionController): TemplateResult {
  return html`<unspool-inspector .controller=${controller}></unspool-inspector>`;
}
