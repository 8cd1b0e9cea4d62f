// Footnotes of one text: each reference leads to its note, and the note back.
import { h } from "../dom";
import { strings } from "./strings";

interface FootnotePlace {
  readonly note: HTMLElement;
  /** The reference that the reader came from, otherwise the first. */
  from: HTMLElement | undefined;
}

/** They refer to each other as elements, not by ID: many texts and several viewers share one page. */
export class Footnotes {
  readonly #places = new Map<number, FootnotePlace>();

  reference(number: number): HTMLElement {
    const place = this.#place(number);
    const lead = (): void => {
      place.from = button;
      place.note.focus();
    };
    const button = h(
      "button",
      { type: "button", class: "leads", "aria-label": strings.note(number), onclick: lead },
      String(number),
    );
    place.from ??= button;
    return h("sup", null, button);
  }

  /** Returns the note itself. Notes are passed in the order of their numbers. */
  note(number: number, content: readonly Node[]): HTMLElement {
    const place = this.#place(number);
    const back = (): void => place.from?.focus();
    place.note.append(
      ...content,
      " ",
      h(
        "button",
        { type: "button", class: "leads", "aria-label": strings.noteBack(number), onclick: back },
        strings.back,
      ),
    );
    return place.note;
  }

  #place(number: number): FootnotePlace {
    let place = this.#places.get(number);
    if (place === undefined) {
      place = { note: h("li", { tabindex: -1 }), from: undefined };
      this.#places.set(number, place);
    }
    return place;
  }
}
