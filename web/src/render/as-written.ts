// Stands in for the packages "mdurl" and "punycode.js", with which markdown-it encodes the address of a link and decodes
// its text. The page parses addresses itself (url.ts), from what is written and with the rules of the browser that opens them.

interface Address {
  readonly pathname: string;
}

const same = (text: string): string => text;

export const parse = (url: string): Address => ({ pathname: url });

export const format = ({ pathname }: Address): string => pathname;

export const encode = same;

export const decode = Object.assign((url: string) => url, { defaultChars: "" });

export default { toASCII: same, toUnicode: same };
