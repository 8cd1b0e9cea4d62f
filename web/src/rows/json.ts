import type { TemplateResult } from "lit";
import { words } from "../words";
import { plain } from "./plain";

/** JSON as it was recorded, laid out over lines. */
export function json(text: string): TemplateResult {
  return plain(layOut(text), words.render.code, "ltr");
}

const DEEPEST = 60;

/**
 * Puts line breaks and indents between the tokens of JSON text, and changes
 * nothing else: damaged and cut JSON comes out as far as it goes, numbers and
 * escapes keep the form they were recorded in.
 */
export function layOut(text: string): string {
  const out: string[] = [];
  let depth = 0;
  let at = 0;
  const breakLine = (): void => {
    out.push("\n", "  ".repeat(Math.min(depth, DEEPEST)));
  };
  while (at < text.length) {
    const char = text.charAt(at);
    switch (char) {
      case '"': {
        const end = stringEnd(text, at);
        out.push(text.slice(at, end));
        at = end;
        continue;
      }
      case "{":
      case "[": {
        const next = skipSpace(text, at + 1);
        const close = text.charAt(next);
        if (close === "}" || close === "]") {
          out.push(char, close); // empty: stays on its line
          at = next + 1;
          continue;
        }
        out.push(char);
        depth++;
        breakLine();
        break;
      }
      case "}":
      case "]":
        depth = Math.max(0, depth - 1);
        breakLine();
        out.push(char);
        break;
      case ",":
        out.push(char);
        breakLine();
        break;
      case ":":
        out.push(": ");
        break;
      case " ":
      case "\t":
      case "\r":
        break;
      case "\n":
        if (depth === 0) out.push(char); // between two records
        break;
      default:
        out.push(char);
    }
    at++;
  }
  return out.join("");
}

/** Where the string that begins here ends; a cut one ends with the text. */
function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === "\\") at++;
    else if (char === '"') return at + 1;
  }
  return text.length;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && " \t\r\n".includes(text.charAt(at))) at++;
  return at;
}
