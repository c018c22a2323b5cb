import { type Json, limits } from "@assay/contract";
import { quote } from "../text/sanitize-text.ts";
import { type Container, findPointer, openContainer, putValue } from "./container.ts";
import { classifyNumber, isNumberLiteral } from "./number-literal.ts";
import { scanString } from "./scan-string.ts";
import { describeSyntaxError, type Expected, isInWord, readComment, readWord } from "./syntax-messages.ts";

/** Why a document cannot be read as I-JSON. */
export type UnreadableCode = "malformed-json" | "ambiguous-json" | "json-too-deep";

/** The value of a document, or its first error in document order. */
export type ScanResult = { readonly kind: "ok"; readonly value: Json } | ScanError;

/** An error in a document, and where it is. */
export interface ScanError {
  readonly kind: "error";
  readonly code: UnreadableCode;
  readonly message: string;
  /** The offset from the start of the text, in UTF-16 code units. */
  readonly offset: number;
  /** The JSON Pointer of the value, or of the member if its name is a duplicate. */
  readonly pointer: string;
}

/** A comment or a trailing comma: without the text between the two offsets, the document is the same JSON. */
export interface Extra extends ScanError {
  readonly from: number;
  readonly to: number;
}

/**
 * Reads a document as I-JSON (RFC 7493) without the platform's parser. It is exact, linear and not recursive, but slow.
 * If `extras` is given, skips at most `maxExtras` comments and trailing commas and adds them to it.
 */
export function scanJson(
  text: string,
  maxDepth: number,
  extras?: Extra[],
  maxExtras: number = limits.diagnostics,
): ScanResult {
  const open: Container[] = [];
  let container: Container | undefined;
  let root: Json = null;
  let expected = "value" as Expected;
  let offset = 0;
  let lastComma = 0;

  for (;;) {
    offset = skipSpace(text, offset);
    const unit = text.charCodeAt(offset);
    if (extras && extras.length < maxExtras) {
      const comment = readComment(text, offset);
      const isAfterComma = expected === "item" || expected === "name";
      const isTrailingComma = isAfterComma && container && unit === CLOSE[container.kind];
      if (comment !== "" || isTrailingComma) {
        const error = createScanError(createSyntaxError(describeSyntaxError(text, offset, expected)), offset, open);
        const from = isTrailingComma ? lastComma : offset;
        extras.push({ ...error, from, to: from + (comment.length || 1) });
      }
      if (isTrailingComma) expected = expected === "item" ? "after-item" : "after-member";
      offset += comment.length;
      if (comment !== "") continue;
    }
    // The value that ends here, if any.
    let value: Json | undefined;
    if (unit === COMMA && isAfter(expected)) {
      if (container?.kind === "list") container.isInItem = true;
      expected = expected === "after-item" ? "item" : "name";
      lastComma = offset;
      offset++;
    } else if (unit === COLON && expected === "colon") {
      expected = "value";
      offset++;
    } else if (container && unit === CLOSE[container.kind] && canClose(expected)) {
      value = container.value;
      open.pop();
      container = open.at(-1);
      offset++;
    } else if (unit === QUOTE && (isValue(expected) || isName(expected))) {
      const string = scanString(text, offset);
      if (string.kind === "error") return createScanError(string, string.offset, open);
      if (isValue(expected)) value = string.value;
      else if (container?.kind === "object") {
        container.token = string.value;
        if (Object.hasOwn(container.value, string.value))
          return createScanError(describeDuplicate(string.value), offset, open);
        expected = "colon";
      }
      offset = string.end;
    } else if (expected === "end" && offset === text.length) {
      return { kind: "ok", value: root };
    } else if (!isValue(expected)) {
      return createScanError(createSyntaxError(describeSyntaxError(text, offset, expected)), offset, open);
    } else if (unit === OPEN.list || unit === OPEN.object) {
      if (open.length >= maxDepth) return createScanError(describeDepth(maxDepth), offset, open);
      container = openContainer(unit === OPEN.list ? "[" : "{");
      open.push(container);
      expected = container.kind === "list" ? "first-item" : "first-name";
      offset++;
    } else if (isDigit(unit) && !isInWord(text.charCodeAt(offset + 1))) {
      // A shortcut, because a document of single digits has the most values for its size.
      value = unit - ZERO;
      offset++;
    } else {
      const word = readWord(text, offset);
      value = parseWord(word);
      if (value === undefined) return createScanError(describeWordError(word, text, offset, expected), offset, open);
      offset += word.length;
    }
    if (value === undefined) continue;
    if (container) putValue(container, value);
    else root = value;
    expected = container ? AFTER[container.kind] : "end";
  }
}

function canClose(expected: Expected): boolean {
  return isAfter(expected) || expected === "first-item" || expected === "first-name";
}

function isAfter(expected: Expected): boolean {
  return expected === "after-item" || expected === "after-member";
}

function isValue(expected: Expected): boolean {
  return expected === "item" || expected === "value" || expected === "first-item";
}

function isName(expected: Expected): boolean {
  return expected === "name" || expected === "first-name";
}

type ScanErrorText = Pick<ScanError, "code" | "message">;

const QUOTE = 0x22;
const COMMA = 0x2c;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const OPEN = { list: 0x5b, object: 0x7b } as const;
const CLOSE = { list: 0x5d, object: 0x7d } as const;
const AFTER = { list: "after-item", object: "after-member" } as const;
/** The literal names of JSON and their values. */
const literals: ReadonlyMap<string, Json> = new Map<string, Json>([
  ["true", true],
  ["false", false],
  ["null", null],
]);

function isDigit(unit: number): boolean {
  return unit >= ZERO && unit <= NINE;
}

function createScanError({ code, message }: ScanErrorText, offset: number, open: readonly Container[]): ScanError {
  return { kind: "error", code, message, offset, pointer: findPointer(open) };
}

function createSyntaxError(message: string): ScanErrorText {
  return { code: "malformed-json", message };
}

function describeDuplicate(name: string): ScanErrorText {
  const message = `The property ${quote(name)} appears more than once in the same object. Keep one of them.`;
  return { code: "ambiguous-json", message };
}

function describeDepth(maxDepth: number): ScanErrorText {
  const message = `Arrays and objects are nested more than ${maxDepth} levels deep here. Flatten the document.`;
  return { code: "json-too-deep", message };
}

/** Parses a literal name, or a number that a double represents exactly. */
function parseWord(word: string): Json | undefined {
  if (literals.has(word)) return literals.get(word);
  return isNumberLiteral(word) && classifyNumber(word) === "exact" ? Number(word) : undefined;
}

function describeWordError(word: string, text: string, offset: number, expected: Expected): ScanErrorText {
  return isNumberLiteral(word)
    ? describeNumberError(word)
    : createSyntaxError(describeSyntaxError(text, offset, expected));
}

function describeNumberError(literal: string): ScanErrorText {
  if (classifyNumber(literal) === "out-of-range") {
    return createSyntaxError(
      `The number ${quote(literal)} is too large for a double. Use a smaller number or a string.`,
    );
  }
  const problem = `loses precision: it would be read as ${Number(literal)}`;
  const message = `The number ${quote(literal)} ${problem}. Use a number that fits in a double, or a string.`;
  return { code: "ambiguous-json", message };
}

function skipSpace(text: string, start: number): number {
  let offset = start;
  for (;;) {
    const unit = text.charCodeAt(offset);
    if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return offset;
    offset++;
  }
}
