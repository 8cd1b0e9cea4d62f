// Bytes as text: Z85 (rfc.zeromq.org/spec/32), where four bytes are five characters, with other characters for the three
// that mean something in HTML; and an end of one to three bytes is one character longer than they are.

const digits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?_,;()[]{}@%$#";

/** So many characters are whole groups, so that a text can be decoded in pieces of a multiple of it. */
export const GROUP = 5;

export function decode(text: string): Uint8Array<ArrayBuffer> {
  const values = new Uint8Array(128);
  for (let i = 0; i < digits.length; i++) values[digits.charCodeAt(i)] = i;
  const bytes = new Uint8Array(Math.floor((text.length * 4) / GROUP));
  for (let at = 0, to = 0; at < text.length; at += GROUP, to += 4) {
    let value = 0;
    // What is missing at the end counts as the highest digit, so that cutting the result off is right.
    for (let i = at; i < at + GROUP; i++)
      value = value * 85 + (i < text.length ? (values[text.charCodeAt(i)] ?? 0) : 84);
    for (let i = 0; i < 4; i++) bytes[to + i] = value >>> (24 - 8 * i); // what lies past the end is dropped
  }
  return bytes;
}

export function encode(bytes: Uint8Array): string {
  const codes = Uint8Array.from(digits, (digit) => digit.charCodeAt(0));
  const text = new Uint8Array(Math.ceil((bytes.length * GROUP) / 4));
  for (let at = 0, to = 0; at < bytes.length; at += 4, to += GROUP) {
    let value = 0;
    for (let i = at; i < at + 4; i++) value = value * 256 + (bytes[i] ?? 0);
    for (let i = GROUP - 1; i >= 0; i--) {
      text[to + i] = codes[value % 85] ?? 0;
      value = Math.floor(value / 85);
    }
  }
  return new TextDecoder().decode(text);
}
