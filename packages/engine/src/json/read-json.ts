import type { Json } from "@assay/contract";
import { checkBytes } from "./check-bytes.ts";
import { decodeUtf8 } from "./decode-utf8.ts";
import { countAllMembers, prescan, SUSPECT } from "./prescan.ts";
import { type Extra, type ScanError, scanJson, type UnreadableCode } from "./scan-json.ts";
import { toLineAndColumn } from "./to-line-and-column.ts";

/** The value of an unambiguous document, or why and where the document is unreadable. */
export type ReadJsonResult =
  | { readonly kind: "ok"; readonly value: Json }
  | ({
      readonly kind: "unreadable";
      /** Further errors in document order, if `listExtras` is set. */
      readonly others?: readonly JsonError[];
    } & JsonError);

/** Why and where a document is unreadable. */
export interface JsonError {
  readonly code: UnreadableCode;
  readonly message: string;
  readonly at: JsonPosition;
  /** Whether it is a comment or a trailing comma that `listExtras` lists. */
  readonly isExtra?: true;
}

/** A position in a document: line and column (from 1, in UTF-16 code units), and the JSON Pointer of its value. */
export interface JsonPosition {
  readonly line: number;
  readonly column: number;
  readonly path: string;
}

/** Options for `readJson`. */
export interface ReadJsonOptions {
  /** How deeply arrays and objects can be nested. Default: 32. */
  readonly maxDepth?: number | undefined;
  /**
   * Whether to report every comment and trailing comma of an unreadable document, and the first other error, so that
   * its author can correct them all at once. Default: false.
   */
  readonly listExtras?: boolean | undefined;
}

/**
 * Reads bytes as I-JSON (RFC 7493). Refuses every document that two parsers could read differently.
 *
 * @example
 * const read = readJson(readFileSync("candidate.json"));
 * if (read.kind === "unreadable") console.error(`Line ${read.at.line}, column ${read.at.column}: ${read.message}`);
 */
export function readJson(bytes: Uint8Array, options: ReadJsonOptions = {}): ReadJsonResult {
  checkBytes(bytes);
  const { maxDepth = 32 } = options;
  const { text, isComplete } = decodeUtf8(bytes);
  if (!isComplete) return toUnreadable(text, findEncodingError(text, maxDepth));

  // The fast path uses the platform's parser if the prescan shows that the parser cannot misread the document.
  const members = prescan(bytes, maxDepth);
  const value = members === SUSPECT ? undefined : parse(text);
  if (value !== undefined && countAllMembers(value) === members) return { kind: "ok", value };

  const extras: Extra[] = [];
  const scanned = scanJson(text, maxDepth, options.listExtras ? extras : undefined);
  const [first = scanned, ...others] = scanned.kind === "ok" ? extras : [...extras, scanned];
  return first.kind === "ok" ? first : toUnreadable(text, first, others);
}

/**
 * Returns the offsets of every comment and trailing comma in a text that is I-JSON without them, in UTF-16 code units;
 * undefined for any other text.
 *
 * @example
 * findExtras("[1, 2,] // two"); // [{ from: 5, to: 6 }, { from: 8, to: 14 }]
 */
export function findExtras(
  text: string,
  maxDepth: number,
): readonly { readonly from: number; readonly to: number }[] | undefined {
  const extras: Extra[] = [];
  if (scanJson(text, maxDepth, extras, Number.POSITIVE_INFINITY).kind === "error") return undefined;
  // A trailing comma is found at the bracket after it, and comments may stand between the two.
  return extras.map(({ from, to }) => ({ from, to })).sort((a, b) => a.from - b.from);
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// Prefers an error before the invalid bytes. An error at the end of the decoded text is caused by those bytes.
function findEncodingError(text: string, maxDepth: number): ScanError {
  const scanned = scanJson(text, maxDepth);
  if (scanned.kind === "error" && scanned.offset < text.length) return scanned;
  const message = "The document is not valid UTF-8 from here on. Encode all of it as UTF-8.";
  const pointer = scanned.kind === "error" ? scanned.pointer : "";
  return { kind: "error", code: "malformed-json", message, offset: text.length, pointer };
}

function toUnreadable(text: string, first: ScanError, others: readonly ScanError[] = []): ReadJsonResult {
  const locate = (error: ScanError | Extra): JsonError => {
    const { code, message, offset, pointer } = error;
    const at = { ...toLineAndColumn(text, offset), path: pointer };
    return { code, message, at, ...("from" in error && { isExtra: true }) };
  };
  return { kind: "unreadable", ...locate(first), ...(others.length > 0 && { others: others.map(locate) }) };
}
