// Decodes host names with letters of other scripts, which URLs contain as "xn--…" (RFC 3492).

const BASE = 36;
const MAX_LENGTH = 63; // of a label

/** Returns the name in its original script, or unchanged if it is plain ASCII or malformed. */
export function unicodeHost(hostname: string): string {
  return hostname
    .split(".")
    .map((label) =>
      label.startsWith("xn--") && label.length <= MAX_LENGTH ? (decode(label.slice(4)) ?? label) : label,
    )
    .join(".");
}

function decode(label: string): string | undefined {
  const end = label.lastIndexOf("-");
  const points = Array.from(label.slice(0, Math.max(0, end)), (char) => char.charCodeAt(0));
  let code = 128;
  let at = 0;
  let bias = 72;
  for (let from = end + 1; from < label.length;) {
    const before = at;
    for (let weight = 1, k = BASE; ; k += BASE) {
      const digit = digitOf(label.charCodeAt(from++));
      if (digit === undefined) return undefined;
      at += digit * weight;
      const threshold = Math.min(26, Math.max(1, k - bias));
      if (digit < threshold) break;
      weight *= BASE - threshold;
    }
    const count = points.length + 1;
    bias = adapt(at - before, count, before === 0);
    code += Math.floor(at / count);
    at %= count;
    if (code > 0x10ffff) return undefined;
    points.splice(at++, 0, code);
  }
  return String.fromCodePoint(...points);
}

/** Maps a to z to 0 to 25, and 0 to 9 to 26 to 35. */
function digitOf(char: number): number | undefined {
  if (char >= 97 && char <= 122) return char - 97;
  return char >= 48 && char <= 57 ? char - 22 : undefined;
}

function adapt(delta: number, count: number, first: boolean): number {
  let left = first ? Math.floor(delta / 700) : delta >> 1;
  left += Math.floor(left / count);
  let k = 0;
  for (; left > 455; k += BASE) left = Math.floor(left / 35);
  return k + Math.floor((36 * left) / (left + 38));
}
