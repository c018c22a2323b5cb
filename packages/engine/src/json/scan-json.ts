import type { Json } from "@assay/contract";
import { quoted } from "../text/outside-text.ts";
import { type Container, openContainer, pathIn, putValue } from "./container.ts";
import { fateOf, isNumberLiteral } from "./number-literal.ts";
import { scanString } from "./scan-string.ts";
import { type Expected, unexpectedMessage, wordAt } from "./unexpected.ts";

/** Why a document cannot be read as I-JSON. */
export type UnreadableCode = "malformed-json" | "ambiguous-json" | "json-too-deep";

/** What a text means, or its first fault in document order. */
export type Scanned = { readonly kind: "ok"; readonly value: Json } | Fault;

/** What is wrong in a text, and where. */
export interface Fault {
  readonly kind: "fault";
  readonly code: UnreadableCode;
  readonly message: string;
  /** In UTF-16 code units from the start of the text. */
  readonly offset: number;
  /** JSON Pointer of the value, or of the member for a duplicate name. */
  readonly path: string;
}

/** Reads a text as I-JSON (RFC 7493) without the platform's parser: exact, linear, not recursive, but not quick. */
export function scanJson(text: string, maxDepth: number): Scanned {
  const open: Container[] = [];
  let root: Json = null;
  let expected = "value" as Expected;
  let offset = 0;

  const finish = (value: Json, end: number): void => {
    const container = open.at(-1);
    if (container) putValue(container, value);
    else root = value;
    expected = container ? AFTER[container.kind] : "end";
    offset = end;
  };

  for (;;) {
    offset = skipSpace(text, offset);
    const symbol = text[offset];
    const container = open.at(-1);
    if (expected === "end" && symbol === undefined) return { kind: "ok", value: root };

    if (container && symbol === CLOSE[container.kind] && canClose(expected)) {
      open.pop();
      finish(container.value, offset + 1);
    } else if (container && symbol === "," && expected === AFTER[container.kind]) {
      if (container.kind === "list") container.isInItem = true;
      expected = container.kind === "list" ? "item" : "name";
      offset++;
    } else if (symbol === ":" && expected === "colon") {
      expected = "value";
      offset++;
    } else if (symbol === '"' && (isValue(expected) || isName(expected))) {
      const string = scanString(text, offset);
      if (string.kind === "fault") return fault(string, string.offset, open);
      if (isValue(expected)) {
        finish(string.value, string.end);
      } else if (container?.kind === "object") {
        container.token = string.value;
        if (Object.hasOwn(container.value, string.value)) return fault(duplicate(string.value), offset, open);
        expected = "colon";
        offset = string.end;
      }
    } else if (!isValue(expected)) {
      return fault(malformed(unexpectedMessage(text, offset, expected)), offset, open);
    } else if (symbol === "[" || symbol === "{") {
      if (open.length >= maxDepth) return fault(tooDeep(maxDepth), offset, open);
      open.push(openContainer(symbol));
      expected = symbol === "[" ? "first-item" : "first-name";
      offset++;
    } else {
      const word = wordAt(text, offset);
      const literal = isSmallNumber(word) ? word.charCodeAt(0) - ZERO : LITERALS.get(word);
      if (literal === undefined && !isNumberLiteral(word)) {
        return fault(malformed(unexpectedMessage(text, offset, expected)), offset, open);
      }
      const wrong = literal === undefined ? numberFault(word) : undefined;
      if (wrong) return fault(wrong, offset, open);
      finish(literal === undefined ? Number(word) : literal, offset + word.length);
    }
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

type Wrong = Pick<Fault, "code" | "message">;

const CLOSE = { list: "]", object: "}" } as const;
const AFTER = { list: "after-item", object: "after-member" } as const;
const ZERO = 0x30;
const LITERALS: ReadonlyMap<string, Json> = new Map<string, Json>([
  ["true", true],
  ["false", false],
  ["null", null],
]);

/** A document full of single digits is the one with the most values. */
function isSmallNumber(word: string): boolean {
  return word.length === 1 && word >= "0" && word <= "9";
}

function fault({ code, message }: Wrong, offset: number, open: readonly Container[]): Fault {
  return { kind: "fault", code, message, offset, path: pathIn(open) };
}

function malformed(message: string): Wrong {
  return { code: "malformed-json", message };
}

function duplicate(name: string): Wrong {
  const message = `The member ${quoted(name)} appears more than once in the same object; keep one of them.`;
  return { code: "ambiguous-json", message };
}

function tooDeep(maxDepth: number): Wrong {
  const message = `Lists and objects nest deeper than ${maxDepth} levels here; make the document flatter.`;
  return { code: "json-too-deep", message };
}

function numberFault(literal: string): Wrong | undefined {
  const fate = fateOf(literal);
  if (fate === "exact") return undefined;
  if (fate === "out-of-range") {
    return malformed(`The number ${quoted(literal)} is too large for a double; write a smaller number or a string.`);
  }
  const became = `would be read as ${Number(literal)}`;
  const message = `The number ${quoted(literal)} ${became}; write a number that a double holds, or a string.`;
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
