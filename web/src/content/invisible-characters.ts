// Finds characters that a reader cannot see, or that change how others are shown.

export type Segment =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "mark"; readonly label: string; readonly codes: readonly string[] };

// Whatever Unicode says should not be shown, controls and formats, and the blank of Braille.
const hiddenClass =
  "\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u2800\\p{Cf}\\p{Default_Ignorable_Code_Point}";
const hiddenOne = new RegExp(`[${hiddenClass}]`, "u");
const hiddenRun = new RegExp(`[${hiddenClass}]+`, "gu");

const names: Readonly<Record<number, string>> = {
  0x00: "NUL",
  0x07: "BEL",
  0x08: "BS",
  0x0b: "VT",
  0x0c: "FF",
  0x0d: "CR",
  0x1b: "ESC",
  0x7f: "DEL",
  0x85: "NEL",
  0x9b: "CSI",
  0xad: "SHY",
  0x34f: "CGJ",
  0x61c: "ALM",
  0x115f: "filler",
  0x1160: "filler",
  0x180e: "MVS",
  0x200b: "ZWSP",
  0x200c: "ZWNJ",
  0x200d: "ZWJ",
  0x200e: "LRM",
  0x200f: "RLM",
  0x2028: "LS",
  0x2029: "PS",
  0x202a: "LRE",
  0x202b: "RLE",
  0x202c: "PDF",
  0x202d: "LRO",
  0x202e: "RLO",
  0x2060: "WJ",
  0x2066: "LRI",
  0x2067: "RLI",
  0x2068: "FSI",
  0x2069: "PDI",
  0x2800: "blank",
  0x3164: "filler",
  0xfeff: "BOM",
  0xffa0: "filler",
};

const pictograph = /^[\p{Extended_Pictographic}\p{Emoji_Modifier}]$/u;
const takesStyle = /^[\p{Emoji}\p{So}\p{Sm}]$/u;
const ideograph = /^[\p{Ideographic}\p{Sm}]$/u;
const mongolian = /^\p{Script=Mongolian}$/u;
const combining = /^\p{M}$/u;
const braille = /^[\u2801-\u28ff]$/u;
// Signs that enclose or precede numbers and words, so they can be seen.
const prefix = /^[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]$/u;
const digit = /^\p{Nd}$/u;
const hieroglyph = /^\p{Script=Egyptian_Hieroglyphs}$/u;
// Scripts that use ZWJ and ZWNJ inside ordinary words.
const joiningScripts =
  "Arabic Syriac Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer Myanmar Tibetan";
const joining = new RegExp(`^[${joiningScripts.replace(/\w+ ?/g, (name) => `\\p{scx=${name.trim()}}`)}]$`, "u");

const flagTags: ReadonlySet<string> = new Set(["gbeng", "gbsct", "gbwls"]);
const shownTagText = 80;

/** Splits text into visible text and marks for hidden characters; a run of them is one mark. It takes linear time. */
export function segments(text: string): readonly Segment[] {
  if (text === "") return [];
  if (!hiddenOne.test(text)) return [{ kind: "text", text }];
  const out: Segment[] = [];
  let from = 0; // start of the text not yet returned
  for (const match of text.matchAll(hiddenRun)) {
    const start = match.index;
    const run = Array.from(match[0]);
    const end = start + match[0].length;
    const after = Array.from(text.slice(end, end + 2))[0] ?? "";
    let before = Array.from(text.slice(Math.max(0, start - 2), start)).at(-1) ?? "";
    let at = start;
    let bad: string[] = [];
    const legitimate = isFlag(before, run) || isPicture(before, run, after) ? run.length : 0;
    for (let i = 0; i < run.length; i++) {
      const char = run[i] ?? "";
      if (i < legitimate || belongs(char, before, run[i + 1] ?? after)) {
        if (bad.length > 0) {
          out.push(mark(bad));
          bad = [];
          from = at;
        }
      } else {
        if (bad.length === 0 && at > from) out.push({ kind: "text", text: text.slice(from, at) });
        bad.push(char);
        from = at + char.length;
      }
      before = char;
      at += char.length;
    }
    if (bad.length > 0) out.push(mark(bad));
  }
  if (from < text.length) out.push({ kind: "text", text: text.slice(from) });
  return out;
}

/** Returns the text without its hidden characters, and the number of those. */
export function cleaned(text: string): { readonly text: string; readonly removed: number } {
  let removed = 0;
  let clean = "";
  for (const segment of segments(text)) {
    if (segment.kind === "text") clean += segment.text;
    else removed += segment.codes.length;
  }
  return { text: clean, removed };
}

export function hasHidden(text: string): boolean {
  return hiddenOne.test(text);
}

/** Reports whether an invisible character is legitimate between these two. */
function belongs(char: string, before: string, after: string): boolean {
  const code = char.codePointAt(0) ?? 0;
  if (code === 0x200d && pictograph.test(after)) return before === "\ufe0f" || pictograph.test(before);
  if (code === 0x200c || code === 0x200d) {
    return joining.test(before) && (joining.test(after) || combining.test(before));
  }
  if (code === 0xfe0e || code === 0xfe0f) return takesStyle.test(before);
  if (code >= 0xfe00 && code <= 0xfe0d) return ideograph.test(before);
  if (code >= 0xe0100 && code <= 0xe01ef) return ideograph.test(before);
  if (code >= 0x180b && code <= 0x180f) return mongolian.test(before);
  if (code >= 0x13430 && code <= 0x1343f) return hieroglyph.test(before);
  return prefix.test(char) && (joining.test(after) || digit.test(after));
}

/** Pictures made of Braille patterns have blanks between the others. */
function isPicture(before: string, run: readonly string[], after: string): boolean {
  return run.every((char) => char === "\u2800") && (braille.test(before) || braille.test(after));
}

/** The flags of England, Scotland and Wales are written as a black flag with tag characters. */
function isFlag(before: string, run: readonly string[]): boolean {
  if (before !== "\u{1f3f4}" || run.length !== 6 || run[5] !== "\u{e007f}") return false;
  return flagTags.has(tagText(run.slice(0, 5)));
}

function mark(chars: readonly string[]): Segment {
  return { kind: "mark", label: label(chars), codes: chars.map(hex) };
}

function label(chars: readonly string[]): string {
  const first = chars[0] ?? "";
  const tags = tagText(chars);
  if (tags !== "" && chars.every((char) => isTag(char) || isSelector(char))) {
    return `TAG ${tags.length > shownTagText ? tags.slice(0, shownTagText) + "…" : tags}`;
  }
  if (chars.every((char) => char === first)) {
    return chars.length === 1 ? short(first) : `${short(first)} ×${chars.length}`;
  }
  if (chars.every(isSelector)) return `VS ×${chars.length}`;
  return chars.length <= 4 ? chars.map(short).join(" ") : `${short(first)} … ×${chars.length}`;
}

function short(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  const name = names[code];
  if (name !== undefined) return name;
  if (code < 0x20) return "^" + String.fromCharCode(code + 0x40);
  if (isSelector(char)) return "VS";
  if (isTag(char)) return "TAG";
  return hex(char);
}

function hex(char: string): string {
  return "U+" + (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
}

function isTag(char: string): boolean {
  const code = char.codePointAt(0) ?? 0;
  return code >= 0xe0000 && code <= 0xe007f;
}

function isSelector(char: string): boolean {
  const code = char.codePointAt(0) ?? 0;
  return (code >= 0xfe00 && code <= 0xfe0f) || (code >= 0xe0100 && code <= 0xe01ef);
}

/** Decodes tag characters, which mirror ASCII and can hide text from a reader. */
function tagText(chars: readonly string[]): string {
  let text = "";
  for (const char of chars) {
    const code = (char.codePointAt(0) ?? 0) - 0xe0000;
    if (code >= 0x20 && code <= 0x7e) text += String.fromCharCode(code);
  }
  return text;
}
