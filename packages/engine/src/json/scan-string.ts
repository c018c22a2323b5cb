import { quote } from "../text/sanitize-text.ts";

/** The value of a string literal and its end (after the closing quote), or an error and its offset. */
export type ScannedString =
  | { readonly kind: "ok"; readonly value: string; readonly end: number }
  | {
      readonly kind: "error";
      readonly code: "malformed-json" | "ambiguous-json";
      readonly offset: number;
      readonly message: string;
    };

/** Scans a JSON string literal (RFC 8259, section 7) whose opening quote is at `start`. */
export function scanString(text: string, start: number): ScannedString {
  for (let i = start + 1; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === QUOTE) return { kind: "ok", value: JSON.parse(text.slice(start, i + 1)), end: i + 1 };
    if (unit < SPACE) {
      const raw = quote(text.charAt(i));
      return createSyntaxError(
        i,
        `A string contains the unescaped control character ${raw}. Use an escape such as "\\n".`,
      );
    }
    if (unit !== BACKSLASH) continue;
    const length = measureEscape(text, i);
    if (length === CUT_OFF) break;
    if (length === NO_ESCAPE) {
      const after = quote(text.slice(i + 1, i + (text[i + 1] === "u" ? 6 : 2)));
      const remedy = "Use two backslashes for a backslash, or correct the escape";
      return createSyntaxError(i, `A backslash followed by ${after} is not a JSON escape. ${remedy}.`);
    }
    if (length === HALF_PAIR) {
      const half = text.slice(i, i + 6);
      const message = `The escape ${half} is a lone surrogate, not a character. Write both halves of the pair, or remove it.`;
      return { kind: "error", code: "ambiguous-json", offset: i, message };
    }
    i += length - 1;
  }
  return createSyntaxError(text.length, "The document ends inside a string. Send the complete document.");
}

const QUOTE = 0x22;
const SPACE = 0x20;
const BACKSLASH = 0x5c;
const NO_ESCAPE = -1;
const HALF_PAIR = -2;
const CUT_OFF = -3;

function createSyntaxError(offset: number, message: string): ScannedString {
  return { kind: "error", code: "malformed-json", offset, message };
}

function measureEscape(text: string, start: number): number {
  const letter = text[start + 1];
  if (letter === undefined) return CUT_OFF;
  if (letter !== "u") return '"\\/bfnrt'.includes(letter) ? 2 : NO_ESCAPE;
  const unit = readEscapedUnit(text, start);
  if (unit === undefined) return /^\\u[0-9a-fA-F]{0,3}$/.test(text.slice(start, start + 6)) ? CUT_OFF : NO_ESCAPE;
  if (unit < 0xd800 || unit > 0xdfff) return 6;
  const next = readEscapedUnit(text, start + 6);
  const paired = unit < 0xdc00 && next !== undefined && next >= 0xdc00 && next <= 0xdfff;
  return paired ? 12 : HALF_PAIR;
}

function readEscapedUnit(text: string, start: number): number | undefined {
  const escaped = text.slice(start, start + 6);
  return /^\\u[0-9a-fA-F]{4}$/.test(escaped) ? Number.parseInt(escaped.slice(2), 16) : undefined;
}
