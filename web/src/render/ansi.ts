// Terminal output to lines of styled runs. One pass, linear whatever the bytes; knows colours, styles, links and
// overwritten lines, leaves every other control sequence out and counts it. Own code because a scanner is needed for
// that anyway, and anser, which turns numbers into colours, is quadratic in repeated styles: 240 kB of them end the page.

/** 0–15 are the theme's own sixteen colours, anything else is a colour as given. */
export type Colour = number | readonly [red: number, green: number, blue: number];

export interface Style {
  readonly fg: Colour | null;
  readonly bg: Colour | null;
  readonly bold: boolean;
  readonly dim: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly strike: boolean;
  readonly inverse: boolean;
  readonly link: string; // where an OSC 8 link wants to go; not checked here
}

export interface TerminalRun {
  readonly text: string;
  readonly style: Style;
}

export interface TerminalLine {
  readonly runs: readonly TerminalRun[];
  readonly overwritten: number; // earlier states of this line that a terminal would have painted over
}

export interface Screen {
  readonly lines: readonly TerminalLine[];
  readonly hidden: number; // control sequences left out
}

export const plainStyle: Style = {
  fg: null, bg: null, bold: false, dim: false, italic: false, underline: false, strike: false, inverse: false, link: "",
};

export function readTerminal(text: string): Screen {
  return new Scanner(text).read();
}

interface Piece {
  from: number;
  to: number;
  readonly style: Style;
}

const maxParameters = 256;
const BEL = 0x07, BS = 0x08, LF = 0x0a, CR = 0x0d, ESC = 0x1b, DEL = 0x7f, CSI = 0x9b, ST = 0x9c;
// What opens a string that runs to a terminator, after ESC and as one C1 character: DCS, SOS, OSC, PM, APC.
const opensString: ReadonlySet<number> = new Set([0x50, 0x58, 0x5d, 0x5e, 0x5f]);

class Scanner {
  readonly #text: string;
  readonly #lines: TerminalLine[] = [];
  #at = 0;
  #line: Piece[] = [];
  #overwritten = 0;
  #returned = false; // a carriage return was met: what comes next overwrites the line
  #style = plainStyle;
  #hidden = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): Screen {
    while (this.#at < this.#text.length) this.#step();
    if (this.#line.length > 0 || this.#overwritten > 0) this.#endLine();
    return { lines: this.#lines, hidden: this.#hidden };
  }

  #step(): void {
    const code = this.#text.charCodeAt(this.#at);
    if (isPrintable(code)) return this.#print();
    if (code === LF) this.#endLine();
    else if (code === CR) this.#returned = true;
    else if (code === BS) this.#backspace();
    else if (code === ESC) return this.#escape();
    else if (code === CSI) return this.#control(this.#at + 1);
    else if (code >= 0x80 && code < 0xa0) return this.#c1(code);
    else if (code === BEL || code === 0 || code === 0x0e || code === 0x0f || code === DEL) this.#hidden++;
    else return this.#print();
    this.#at++;
  }

  #print(): void {
    if (this.#returned) {
      this.#returned = false;
      this.#clear();
    }
    const from = this.#at++;
    while (this.#at < this.#text.length && isPrintable(this.#text.charCodeAt(this.#at))) this.#at++;
    const last = this.#line.at(-1);
    if (last !== undefined && last.to === from && last.style === this.#style) last.to = this.#at;
    else this.#line.push({ from, to: this.#at, style: this.#style });
  }

  #clear(): void {
    if (this.#line.length === 0) return;
    this.#overwritten++;
    this.#line = [];
  }

  #backspace(): void {
    const last = this.#line.at(-1);
    if (last === undefined) return;
    this.#overwritten++;
    const low = this.#text.charCodeAt(last.to - 1);
    last.to -= low >= 0xdc00 && low <= 0xdfff && last.to - last.from > 1 ? 2 : 1;
    if (last.to <= last.from) this.#line.pop();
  }

  #endLine(): void {
    const runs = this.#line.map(({ from, to, style }) => ({ text: this.#text.slice(from, to), style }));
    this.#lines.push({ runs, overwritten: this.#overwritten });
    this.#line = [];
    this.#overwritten = 0;
    this.#returned = false;
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

  /** ESC [ parameters intermediates final. Cut off or malformed, only its start is left out. */
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
    switch (final) {
      case "m": {
        const style = /^[\d;:]*$/.test(parameters) ? restyle(this.#style, parameters) : null;
        if (style === null) return false;
        this.#style = style;
        return true;
      }
      case "K": // erase in line: how progress displays clean up before they write again
        if (parameters === "2" || this.#returned) this.#clear();
        return parameters === "" || parameters === "0" || parameters === "2";
      case "G": // to a column: the first one is a carriage return by another name
        if (parameters !== "" && parameters !== "0" && parameters !== "1") return false;
        this.#returned = true;
        return true;
      default:
        return false;
    }
  }

  /** A string ends at its terminator; one that is cut off by another control loses only its opening. */
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

/** Select Graphic Rendition; null when it holds something that is left out, as concealed text is: it stays readable. */
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
      if (code === 38 && read.colour !== null) next.fg = read.colour;
      if (code === 48 && read.colour !== null) next.bg = read.colour;
    }
  }
  return next;
}

/** "5;n" and "2;r;g;b"; written with colons, a colour space may stand before the red. */
function extended(values: readonly string[], colons: boolean): { readonly colour: Colour | null; readonly used: number } {
  if (values[0] === "5") return { colour: paletteColour(Number(values[1] || "0")), used: 2 };
  if (values[0] !== "2") return { colour: null, used: 1 };
  const skip = colons && values.length >= 5 ? 2 : 1;
  const [red = 0, green = 0, blue = 0] = values.slice(skip, skip + 3).map((value) => Number(value || "0"));
  const valid = [red, green, blue].every((value) => value >= 0 && value <= 255);
  return { colour: valid ? [red, green, blue] : null, used: 4 };
}

const cube = [0, 95, 135, 175, 215, 255] as const;

function paletteColour(index: number): Colour | null {
  if (!Number.isInteger(index) || index < 0 || index > 255) return null;
  if (index < 16) return index;
  if (index >= 232) {
    const grey = 8 + (index - 232) * 10;
    return [grey, grey, grey];
  }
  const level = (step: number): number => cube[Math.floor((index - 16) / step) % 6] ?? 0;
  return [level(36), level(6), level(1)];
}
