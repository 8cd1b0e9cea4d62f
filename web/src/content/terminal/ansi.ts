// Converts terminal output to lines of styled runs, in one pass that is linear for any input. It handles colors,
// styles, links, and the cursor moves with which progress displays overwrite their lines; it drops and counts every
// other control sequence. Clearing the screen is one of these: earlier output stays readable. This is our own code
// because dropping sequences requires a scanner anyway, and anser, which parses colors, is quadratic in repeated
// styles: 240 kB of them block the page.

/** 0–15 are the theme's own sixteen colors; anything else is an RGB color. */
export type TerminalColor = number | readonly [red: number, green: number, blue: number];

export interface Style {
  readonly fg: TerminalColor | null;
  readonly bg: TerminalColor | null;
  readonly bold: boolean;
  readonly dim: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly strike: boolean;
  readonly inverse: boolean;
  readonly link: string; // target of an OSC 8 link, not validated here
}

export interface TerminalRun {
  readonly text: string;
  readonly style: Style;
}

export interface TerminalLine {
  readonly runs: readonly TerminalRun[];
  readonly overwritten: number; // earlier states of this line, which a terminal would have overwritten
}

export interface TerminalScreen {
  readonly lines: readonly TerminalLine[];
  readonly hidden: number; // dropped control sequences
}

export const plainStyle: Style = {
  fg: null,
  bg: null,
  bold: false,
  dim: false,
  italic: false,
  underline: false,
  strike: false,
  inverse: false,
  link: "",
};

export function readTerminal(text: string): TerminalScreen {
  return new Scanner(text).read();
}

interface TerminalPiece {
  from: number;
  to: number;
  readonly style: Style;
  readonly blank: boolean; // spaces, where the cursor moved forward
}

interface TerminalRow {
  pieces: TerminalPiece[];
  width: number; // characters
  overwritten: number;
}

const maxParameters = 256;
const BEL = 0x07,
  BS = 0x08,
  LF = 0x0a,
  CR = 0x0d,
  ESC = 0x1b,
  DEL = 0x7f,
  CSI = 0x9b,
  ST = 0x9c;
// Openers of strings that run to a terminator, as ESC sequences and as C1 characters: DCS, SOS, OSC, PM, APC.
const opensString: ReadonlySet<number> = new Set([0x50, 0x58, 0x5d, 0x5e, 0x5f]);

class Scanner {
  readonly #text: string;
  readonly #rows: TerminalRow[] = [];
  #at = 0;
  #place = 0; // of the row that the cursor is in
  #returned = false; // the cursor is at the start of its row: the next text overwrites it
  #style = plainStyle;
  #hidden = 0;
  #blanks: number; // that cursor moves may still add: no more than there are characters

  constructor(text: string) {
    this.#text = text;
    this.#blanks = text.length;
  }

  read(): TerminalScreen {
    while (this.#at < this.#text.length) this.#step();
    const last = this.#rows.at(-1);
    if (last?.pieces.length === 0 && last.overwritten === 0) this.#rows.pop();
    const lines = this.#rows.map(({ pieces, overwritten }) => ({
      runs: pieces.map(({ from, to, style, blank }) => ({
        text: blank ? " ".repeat(to - from) : this.#text.slice(from, to),
        style,
      })),
      overwritten,
    }));
    return { lines, hidden: this.#hidden };
  }

  #step(): void {
    const code = this.#text.charCodeAt(this.#at);
    if (isPrintable(code)) return this.#print();
    if (code === LF) this.#feed();
    else if (code === CR) this.#returned = true;
    else if (code === BS) this.#backspace();
    else if (code === ESC) return this.#escape();
    else if (code === CSI) return this.#control(this.#at + 1);
    else if (code >= 0x80 && code < 0xa0) return this.#c1(code);
    else if (code === BEL || code === 0 || code === 0x0e || code === 0x0f || code === DEL) this.#hidden++;
    else return this.#print();
    this.#at++;
  }

  #row(): TerminalRow {
    let row = this.#rows[this.#place];
    if (row === undefined) this.#rows.push((row = { pieces: [], width: 0, overwritten: 0 }));
    return row;
  }

  #print(): void {
    const row = this.#row();
    if (this.#returned) {
      this.#returned = false;
      clear(row);
    }
    const from = this.#at++;
    while (this.#at < this.#text.length && isPrintable(this.#text.charCodeAt(this.#at))) this.#at++;
    row.width += this.#at - from;
    const last = row.pieces.at(-1);
    if (last !== undefined && !last.blank && last.to === from && last.style === this.#style) last.to = this.#at;
    else row.pieces.push({ from, to: this.#at, style: this.#style, blank: false });
  }

  #backspace(): void {
    const row = this.#row();
    const last = row.pieces.at(-1);
    if (last === undefined) return;
    row.overwritten++;
    const low = this.#text.charCodeAt(last.to - 1);
    const size = !last.blank && low >= 0xdc00 && low <= 0xdfff && last.to - last.from > 1 ? 2 : 1;
    last.to -= size;
    row.width -= size;
    if (last.to <= last.from) row.pieces.pop();
  }

  #feed(): void {
    this.#row();
    this.#place++;
    this.#returned = this.#place < this.#rows.length; // an existing row is overwritten
  }

  /** Moves to another existing row. From the start of a row, the cursor moves to the start of the other. */
  #move(rows: number): void {
    const start = this.#returned || this.#row().pieces.length === 0;
    this.#place = Math.min(Math.max(this.#place + rows, 0), this.#rows.length - 1);
    this.#returned = start;
  }

  /** Moves forward by a number of columns. If there is text already, it stays, and the cursor does not move. */
  #advance(columns: number): boolean {
    const row = this.#row();
    if ((this.#returned && row.width > 0) || columns < 0 || columns > this.#blanks) return false;
    this.#blanks -= columns;
    row.width += columns;
    row.pieces.push({ from: 0, to: columns, style: this.#style, blank: true });
    return true;
  }

  #c1(code: number): void {
    if (opensString.has(code - 0x40)) return this.#string(this.#at + 1, code === 0x9d);
    this.#hidden++;
    this.#at++;
  }

  #escape(): void {
    const next = this.#text.charCodeAt(this.#at + 1); // NaN at the end
    if (next === 0x5b) return this.#control(this.#at + 2);
    if (opensString.has(next)) return this.#string(this.#at + 2, next === 0x5d);
    let at = this.#at + 1;
    while (isIntermediate(this.#text.charCodeAt(at))) at++;
    const final = this.#text.charCodeAt(at);
    this.#hidden++;
    this.#at = final >= 0x30 && final <= 0x7e ? at + 1 : this.#at + 1;
  }

  /** ESC [ parameters intermediates final. If it is truncated or malformed, only its start is dropped. */
  #control(start: number): void {
    let at = start;
    while (isParameter(this.#text.charCodeAt(at))) at++;
    const parametersEnd = at;
    while (isIntermediate(this.#text.charCodeAt(at))) at++;
    const final = this.#text.charCodeAt(at);
    if (!(final >= 0x40 && final <= 0x7e)) {
      this.#hidden++;
      this.#at = start;
      return;
    }
    const simple = at === parametersEnd && parametersEnd - start <= maxParameters;
    const parameters = simple ? this.#text.slice(start, parametersEnd) : "";
    if (!simple || !this.#obey(String.fromCharCode(final), parameters)) this.#hidden++;
    this.#at = at + 1;
  }

  #obey(final: string, parameters: string): boolean {
    const count = /^\d{0,4}$/.test(parameters) ? Number(parameters) || 1 : null;
    switch (final) {
      case "m": {
        const style = /^[\d;:]*$/.test(parameters) ? restyle(this.#style, parameters) : null;
        if (style === null) return false;
        this.#style = style;
        return true;
      }
      case "K": // erase in line: progress displays use it before they write again
        if (parameters === "2" || this.#returned) clear(this.#row());
        return parameters === "" || parameters === "0" || parameters === "2";
      case "J": // erase everything below
        if (parameters !== "" && parameters !== "0") return false;
        if (this.#returned) clear(this.#row());
        if (this.#rows.splice(this.#place + 1).length > 0) this.#row().overwritten++;
        return true;
      case "A":
      case "B":
      case "E":
      case "F": {
        if (count === null) return false;
        this.#move(final === "A" || final === "F" ? -count : count);
        this.#returned ||= final === "E" || final === "F";
        return true;
      }
      case "C":
        return count !== null && this.#advance(count);
      case "G": // to a column: the first column is equivalent to a carriage return
        if (count === null) return false;
        if (count > 1) return this.#advance(count - 1 - this.#row().width);
        this.#returned = true;
        return true;
      case "h":
      case "l": // modes of the terminal itself, such as a hidden cursor
        return parameters.startsWith("?");
      default:
        return false;
    }
  }

  /** A string ends at its terminator; if another control interrupts it, only its opener is dropped. */
  #string(start: number, osc: boolean): void {
    let at = start;
    while (at < this.#text.length && !isControl(this.#text.charCodeAt(at))) at++;
    const code = this.#text.charCodeAt(at);
    const long = code === ESC && this.#text.charCodeAt(at + 1) === 0x5c;
    if (code !== BEL && code !== ST && !long) {
      this.#hidden++;
      this.#at = start;
      return;
    }
    const link = osc ? /^8;[^;]*;(.*)$/su.exec(this.#text.slice(start, at))?.[1] : undefined;
    if (link === undefined) this.#hidden++;
    else this.#style = { ...this.#style, link };
    this.#at = at + (long ? 2 : 1);
  }
}

function clear(row: TerminalRow): void {
  if (row.pieces.length === 0) return;
  row.overwritten++;
  row.pieces = [];
  row.width = 0;
}

function isPrintable(code: number): boolean {
  return (code >= 0x20 && code < DEL) || code >= 0xa0;
}

function isParameter(code: number): boolean {
  return code >= 0x30 && code <= 0x3f;
}

function isIntermediate(code: number): boolean {
  return code >= 0x20 && code <= 0x2f;
}

function isControl(code: number): boolean {
  return code < 0x20 || (code >= 0x80 && code < 0xa0);
}

/**
 * Select Graphic Rendition; null if it contains something that is dropped, such as concealed text, which stays
 * readable.
 */
function restyle(style: Style, parameters: string): Style | null {
  if ((parameters === "" || parameters === "0") && style.link === "") return plainStyle;
  const fields = parameters.split(";");
  const next: { -readonly [Key in keyof Style]: Style[Key] } = { ...style };
  for (let i = 0; i < fields.length; i++) {
    const parts = (fields[i] ?? "").split(":");
    const code = Number(parts[0] ?? "");
    if (code === 0) Object.assign(next, { ...plainStyle, link: style.link });
    else if (code === 1) next.bold = true;
    else if (code === 2) next.dim = true;
    else if (code === 3) next.italic = true;
    else if (code === 4) next.underline = parts[1] !== "0";
    else if (code === 7) next.inverse = true;
    else if (code === 8) return null;
    else if (code === 9) next.strike = true;
    else if (code === 21) next.underline = true;
    else if (code === 22) next.bold = next.dim = false;
    else if (code === 23) next.italic = false;
    else if (code === 24) next.underline = false;
    else if (code === 27) next.inverse = false;
    else if (code === 29) next.strike = false;
    else if (code === 39) next.fg = null;
    else if (code === 49) next.bg = null;
    else if (code >= 30 && code <= 37) next.fg = code - 30;
    else if (code >= 40 && code <= 47) next.bg = code - 40;
    else if (code >= 90 && code <= 97) next.fg = code - 82;
    else if (code >= 100 && code <= 107) next.bg = code - 92;
    else if (code === 38 || code === 48 || code === 58) {
      const own = parts.length > 1;
      const values = own ? parts.slice(1) : fields.slice(i + 1, i + 5);
      const read = extended(values, own);
      if (!own) i += read.used;
      if (code === 38 && read.color !== null) next.fg = read.color;
      if (code === 48 && read.color !== null) next.bg = read.color;
    }
  }
  return next;
}

/** "5;n" and "2;r;g;b"; with colons, a color space may precede the red. */
function extended(
  values: readonly string[],
  colons: boolean,
): { readonly color: TerminalColor | null; readonly used: number } {
  if (values[0] === "5") return { color: paletteColor(Number(values[1] || "0")), used: 2 };
  if (values[0] !== "2") return { color: null, used: 1 };
  const skip = colons && values.length >= 5 ? 2 : 1;
  const [red = 0, green = 0, blue = 0] = values.slice(skip, skip + 3).map((value) => Number(value || "0"));
  const valid = [red, green, blue].every((value) => value >= 0 && value <= 255);
  return { color: valid ? [red, green, blue] : null, used: 4 };
}

const cube = [0, 95, 135, 175, 215, 255] as const;

function paletteColor(index: number): TerminalColor | null {
  if (!Number.isInteger(index) || index < 0 || index > 255) return null;
  if (index < 16) return index;
  if (index >= 232) {
    const gray = 8 + (index - 232) * 10;
    return [gray, gray, gray];
  }
  const level = (step: number): number => cube[Math.floor((index - 16) / step) % 6] ?? 0;
  return [level(36), level(6), level(1)];
}
