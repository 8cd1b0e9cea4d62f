const MAX_INDENT = 60;
const SHORT = 64; // characters of a list or an object that stay on one line

/**
 * Inserts line breaks and indentation between the tokens of JSON text, and changes nothing else: damaged and truncated
 * JSON is formatted as far as it goes, and numbers and escapes keep their recorded form.
 */
export function layOut(text: string): string {
  const out: string[] = [];
  let depth = 0;
  let at = 0;
  const breakLine = (): void => {
    out.push("\n", "  ".repeat(Math.min(depth, MAX_INDENT)));
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
          out.push(char, close); // empty: stays on one line
          at = next + 1;
          continue;
        }
        const short = shortEnd(text, at);
        if (short > 0) {
          out.push(onOneLine(text.slice(at, short)));
          at = short;
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

/** Returns the end of a short list or object without nested ones; 0 for others. */
function shortEnd(text: string, start: number): number {
  const close = text.charAt(start) === "{" ? "}" : "]";
  for (let at = start + 1; at < text.length && at - start < SHORT;) {
    const char = text.charAt(at);
    if (char === close) return at + 1;
    if ("{}[]".includes(char)) return 0;
    at = char === '"' ? stringEnd(text, at, start + SHORT) : at + 1;
  }
  return 0;
}

function onOneLine(text: string): string {
  return text.replace(
    /("(?:[^"\\]|\\.)*")|\s+|([,:])/gs,
    (_, string?: string, mark?: string) => string ?? (mark === undefined ? "" : `${mark} `),
  );
}

/** Returns the end of the string that begins here; a truncated one ends with the text. */
function stringEnd(text: string, start: number, end = text.length): number {
  for (let at = start + 1; at < end; at++) {
    const char = text.charAt(at);
    if (char === "\\") at++;
    else if (char === '"') return at + 1;
  }
  return end;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && " \t\r\n".includes(text.charAt(at))) at++;
  return at;
}
