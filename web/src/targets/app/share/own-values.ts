import { type TemplateResult, html, nothing } from "lit";
import { markInvisible } from "../../../content/visible-text";
import { strings } from "./strings";

const PAUSE = 400; // ms without typing, before the values are looked for
const SHORTEST_WORD = 3;

/** The fields for words and patterns that are replaced besides what the rules find. */
export class OwnValues {
  words: readonly string[] = [];
  /** Regular expressions (RE2). */
  patterns: readonly string[] = [];
  #isTooShort = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #onTyping: () => void;
  readonly #onChanged: () => void;

  /** `onTyping` is called at once if the values change, and `onChanged` after a pause. */
  constructor(onTyping: () => void, onChanged: () => void) {
    this.#onTyping = onTyping;
    this.#onChanged = onChanged;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  /** Renders the fields. `problem` is why the last ones cannot be used. */
  render(problem: string | undefined): TemplateResult {
    return html`<label class="field">
        ${strings.words}
        <input class="framed" name="words" placeholder=${strings.wordsExample} @input=${this.#onWords} />
      </label>
      ${this.#isTooShort ? html`<p class="note">${strings.shortWord}</p>` : nothing}
      <label class="field">
        ${strings.patterns}
        <textarea
          class="framed"
          name="patterns"
          rows="1"
          spellcheck="false"
          autocapitalize="off"
          placeholder=${strings.patternsExample}
          aria-invalid=${problem !== undefined}
          aria-describedby="pattern-problem"
          @input=${this.#onPatterns}
        ></textarea>
      </label>
      <p id="pattern-problem" class="problem" role="status" ?hidden=${problem === undefined}>
        ${problem === undefined ? nothing : markInvisible(strings.invalidPattern(problem))}
      </p>`;
  }

  readonly #onWords = (event: Event): void => {
    if (!(event.target instanceof HTMLInputElement)) return;
    const words = linesOf(event.target.value.replace(/[,;]/g, "\n"));
    const long = words.filter((word) => word.length >= SHORTEST_WORD);
    this.#isTooShort = long.length < words.length;
    this.#change(long, this.patterns);
  };

  readonly #onPatterns = (event: Event): void => {
    if (event.target instanceof HTMLTextAreaElement) this.#change(this.words, linesOf(event.target.value));
  };

  #change(words: readonly string[], patterns: readonly string[]): void {
    if (words.join("\n") === this.words.join("\n") && patterns.join("\n") === this.patterns.join("\n")) return;
    this.words = words;
    this.patterns = patterns;
    this.#onTyping();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#onChanged, PAUSE);
  }
}

/** Returns the lines of a text that are not blank. */
function linesOf(text: string): readonly string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** Returns the reason why a pattern is invalid without the names of the Go packages that report it. */
export function patternProblem(why: string): string {
  return why.replace(/^(?:redact: )?(?:error parsing regexp: )?/, "");
}
