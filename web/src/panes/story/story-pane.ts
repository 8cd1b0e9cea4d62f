import { type TemplateResult, html, nothing } from "lit";
import { ChevronUp, type IconNode, Image } from "lucide";
import { state } from "lit/decorators.js";
import { reportError } from "../../base/report-error";
import { onChange } from "../../base/signals";
import { markInvisible, stripInvisible } from "../../content/visible-text";
import type { ChangeSum, Quote, Story } from "../../parser/model";
import { changedLines, diffstat } from "../../rows/shared/diffstat";
import { title } from "../../session/header";
import { markStyles } from "../../content/mark-styles";
import { baseStyles } from "../../ui/base-styles";
import { draw as drawIcon } from "../../ui/icon";
import { Pane, definePane } from "../pane";
import { PaneLoader } from "../pane-loader";
import type { SessionController } from "../session-controller";
import { colorProbes } from "../../session/timeline/colors";
import { colorStyles } from "../../session/timeline/color-styles";
import { ALL_FILES, type Fact, factsOf, shortNames } from "./facts";
import { storyStyles } from "./story-styles";
import { copyPicture } from "./copy-picture";
import { endingText, strings } from "./strings";

/** The line of files has room for so many in most windows. */
const FEW_FILES = 4;

/** Scrolls back to the first line of a list whose further lines are shown only for the focus. */
function scrollToTop({ currentTarget }: Event): void {
  if (currentTarget instanceof Element) currentTarget.scrollTop = 0;
}

function isBad(ending: Story["ending"]): boolean {
  return ending === "failed" || ending === "interrupted";
}

/** `<unspool-story>` tells what a session was about: what was asked, how it ended, and what happened in between. */
export class StoryElement extends Pane {
  @state() private story: Story | undefined;
  readonly #loader = new PaneLoader(this, (signal) => this.#load(signal));

  protected override sessionChanged(): void {
    this.story = undefined;
    this.#loader.load();
  }

  protected override follow(controller: SessionController): readonly (() => void)[] {
    return [onChange(controller.dataVersion, this.#loader.reload)];
  }

  /** Loads the story, and again until all changes are summed up. */
  async #load(signal: AbortSignal): Promise<void> {
    const { api, session } = this.controller;
    for (let read = 0; read < 1 && !signal.aborted;) {
      const story = await api.query("story", { session });
      if (signal.aborted) return;
      this.story = story;
      read = story.changes.read;
    }
  }

  protected override render(): TemplateResult {
    const { story } = this;
    if (story === undefined)
      return html`<section aria-label=${strings.title} aria-busy=${!this.#loader.failed}>
        ${this.#loader.failed ? this.#failure() : nothing}
      </section>`;
    return html`<section aria-label=${strings.title}>
      <dl>${this.#quote(strings.asked, story.asked, strings.noPrompt)} ${this.#ending(story)}</dl>
      <ul class="facts">
        ${factsOf(story, this.controller.info).map((fact) => html`<li>${this.#fact(fact)}</li>`)}
      </ul>
      ${this.#files(story.changes)}
      <div class="actions">
        ${this.#action(Image, strings.copyImage, () => void this.#copyImage())}${this.#action(ChevronUp, strings.hide, this.#hide)}
      </div>
      ${colorProbes()}
    </section>`;
  }

  #failure(): TemplateResult {
    return html`<p>
      ${strings.failedToLoad}
      <button type="button" class="fact" @click=${() => this.#loader.load()}>${strings.tryAgain}</button>
    </p>`;
  }

  #ending(story: Story): TemplateResult {
    const { ending, ended } = story;
    const quote = { key: ended.key, text: ended.text === "" ? "" : endingText(story) };
    return this.#quote(strings.endings[ending], quote, strings.noReply, isBad(ending));
  }

  #quote(label: string, { text, key }: Quote, missing: string, isBad = false): TemplateResult {
    return html`<div ?data-bad=${isBad}>
      <dt>${label}</dt>
      <dd>
        ${
          text === "" || key === ""
            ? html`<span class="missing">${text || missing}</span>`
            : html`<button type="button" title=${stripInvisible(text)} @click=${() => this.#goTo(key)}>
                ${markInvisible(text)}
              </button>`
        }
      </dd>
    </div>`;
  }

  #fact({ name, text, tone, lines, note, target }: Fact): TemplateResult {
    const content = html`${markInvisible(text)}${lines === undefined ? nothing : html` ${diffstat(lines.added, lines.removed)}`}`;
    const tooltip = note === undefined ? nothing : stripInvisible(note);
    if (target === undefined)
      return html`<span class="fact" data-name=${name} data-tone=${tone ?? nothing} title=${tooltip}>${content}</span>`;
    const go = (): void =>
      "row" in target ? this.#goTo(target.row, target.opens) : this.controller.changeState(target.view);
    return html`<button
      type="button"
      class="fact"
      data-name=${name}
      data-tone=${tone ?? nothing}
      title=${tooltip}
      @click=${go}
    >
      ${content}
    </button>`;
  }

  /** The changed files, the largest changes first. */
  #files({ largest, files: total }: ChangeSum): TemplateResult | typeof nothing {
    if (largest === null || total === 0) return nothing;
    const names = shortNames(largest);
    return html`<div class="strip">
      <ul class="files" @focusout=${scrollToTop}>
        ${largest.map((file, index) => {
          const { added, removed } = changedLines(file);
          return html`<li>
            <button
              type="button"
              class="file"
              title=${stripInvisible(file.name)}
              @click=${() => this.controller.changeState({ view: "files", file: file.path })}
            >
              <bdi>${markInvisible(names[index] ?? file.name)}</bdi> ${diffstat(added, removed)}
            </button>
          </li>`;
        })}
      </ul>
      ${
        total > FEW_FILES
          ? html`<button type="button" class="file" @click=${() => this.controller.changeState(ALL_FILES)}>
              ${strings.allFiles(total)}
            </button>`
          : nothing
      }
    </div>`;
  }

  #action(node: IconNode, label: string, click: () => void): TemplateResult {
    return html`<button type="button" class="action" aria-label=${label} title=${label} @click=${click}>
      ${drawIcon(node, "action")}
    </button>`;
  }

  readonly #hide = (): void => this.controller.setOpen("story", false);

  /** Copies the overview as a picture, or saves it where the browser does not copy pictures. */
  async #copyImage(): Promise<void> {
    const { controller, story, renderRoot } = this;
    if (story === undefined || !(renderRoot instanceof ShadowRoot)) return;
    const picture = import("./image").then(({ drawStory }) => drawStory(controller, story, renderRoot));
    const announce = (text: string): void => controller.viewer.announce(text);
    try {
      const name = controller.info === undefined ? "" : stripInvisible(title(controller.info));
      announce((await copyPicture(picture, name)) === "copied" ? strings.imageCopied : strings.imageSaved);
    } catch (error) {
      reportError(error);
      announce(strings.imageFailed);
    }
  }

  /** Goes to a row, and expands it if what is of interest is inside. */
  #goTo(address: string, opens = false): void {
    const { controller } = this;
    void controller.goTo(address).then((there) => {
      if (!there) controller.viewer.announce(strings.notShown);
      const row = controller.currentRow;
      if (there && opens && row?.key === address) controller.context.conversation.setOpen(row, true);
    });
  }

  static override readonly styles = [baseStyles, markStyles, colorStyles, storyStyles];
}

export function draw(controller: SessionController): TemplateResult {
  definePane("unspool-story", StoryElement);
  return html`<unspool-story .controller=${controller}></unspool-story>`;
}

declare global {
  interface HTMLElementTagNameMap {
    "unspool-story": StoryElement;
  }
}
