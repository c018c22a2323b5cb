import type { Json } from "@assay/contract";
import { isContainer, isObject } from "./json.ts";
import { classifyNumber } from "./number-literal.ts";

/** The result of `prescan` if the document has to be read with `scanJson`. */
export const SUSPECT = -1;

/**
 * Counts the members in the bytes of a JSON document in one fast pass. Returns SUSPECT for deep nesting, and for what
 * JSON.parse can misread: a lone surrogate, a number that a double might not represent exactly, or an escaped name
 * (nodejs/node#63785). If the bytes are not JSON, the result is meaningless.
 */
export function prescan(bytes: Uint8Array, maxDepth: number): number {
  // Never reads past the end of the typed array: after such a read, the loop would run at about half the speed.
  const end = bytes.length;
  let members = 0;
  let depth = 0;
  let hasEscape = false;
  let i = 0;
  while (i < end) {
    const byte = bytes[i++] as number;
    if (byte <= SPACE) {
      while (i < end && bytes[i] === SPACE) i++;
    } else if (byte === QUOTE) {
      hasEscape = false;
      i = skipPlain(bytes, i, end);
      while (i < end && bytes[i] === BACKSLASH) {
        const length = measureEscape(bytes, i + 1);
        if (length === SUSPECT) return SUSPECT;
        hasEscape = true;
        i = skipPlain(bytes, i + 1 + length, end);
      }
      i++;
    } else if (byte === COLON) {
      // The string before a colon is a name.
      if (hasEscape) return SUSPECT;
      members++;
    } else if (byte > UPPER_Z) {
      if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
        if (++depth > maxDepth) return SUSPECT;
      } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
        depth--;
      }
    } else if (byte >= MINUS) {
      const start = i - 1;
      let exponent = false;
      for (; i < end; i++) {
        const digit = bytes[i] as number;
        if ((digit | LOWER_CASE_BIT) === LOWER_E) exponent = true;
        else if (digit > NINE || digit < PLUS || digit === COMMA) break;
      }
      if ((exponent || i - start > SAFE_LENGTH) && !isExactNumber(bytes, start, i)) return SUSPECT;
    }
  }
  return members;
}

/** Counts the members of all objects in a value. A document with a duplicate name has more members than its value. */
export function countAllMembers(value: Json): number {
  const containers: Json[] = [value];
  let members = 0;
  for (let container = containers.pop(); container !== undefined; container = containers.pop()) {
    if (Array.isArray(container)) {
      for (const item of container) if (isContainer(item)) containers.push(item);
    } else if (isObject(container)) {
      for (const name in container) {
        if (!owns.call(container, name)) continue;
        members++;
        const item = container[name] as Json;
        if (isContainer(item)) containers.push(item);
      }
    }
  }
  return members;
}

// A `for in` loop that calls `hasOwnProperty` through a constant takes half as long as Object.keys.
const { hasOwnProperty: owns } = Object.prototype;

const SPACE = 0x20;
const QUOTE = 0x22;
const PLUS = 0x2b;
const COMMA = 0x2c;
const MINUS = 0x2d;
const EIGHT = 0x38;
const NINE = 0x39;
const COLON = 0x3a;
const UPPER_Z = 0x5a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const LOWER_C = 0x63;
const LOWER_D = 0x64;
const LOWER_E = 0x65;
const LOWER_U = 0x75;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const LOWER_CASE_BIT = 0x20;

// A literal this short without an exponent has at most 15 digits, which a double always preserves.
const SAFE_LENGTH = 15;
const MAX_PRESCANNED_LENGTH = 64;

function isExactNumber(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start > MAX_PRESCANNED_LENGTH) return false;
  let literal = "";
  for (let i = start; i < end; i++) literal += String.fromCharCode(bytes[i] as number);
  return classifyNumber(literal) === "exact";
}

// Skips unescaped characters up to the next quote or backslash.
function skipPlain(bytes: Uint8Array, start: number, end: number): number {
  let i = start;
  while (i < end && bytes[i] !== QUOTE && bytes[i] !== BACKSLASH) i++;
  return i;
}

// Measures an escape after its backslash. A surrogate pair counts as one escape, so that neither half is read alone.
function measureEscape(bytes: Uint8Array, start: number): number {
  if (bytes[start] !== LOWER_U || toLower(bytes[start + 1]) !== LOWER_D) return 1;
  const half = toLower(bytes[start + 2]);
  if (half < EIGHT) return 1;
  const paired =
    half < LOWER_C &&
    bytes[start + 5] === BACKSLASH &&
    bytes[start + 6] === LOWER_U &&
    toLower(bytes[start + 7]) === LOWER_D &&
    toLower(bytes[start + 8]) >= LOWER_C;
  return paired ? 7 : SUSPECT;
}

function toLower(byte: number | undefined): number {
  return (byte ?? 0) | LOWER_CASE_BIT;
}
