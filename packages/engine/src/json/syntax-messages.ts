import { quote } from "../text/sanitize-text.ts";

/** What the JSON grammar allows at a position. */
export type Expected =
  | "value"
  | "first-item"
  | "item"
  | "after-item"
  | "first-name"
  | "name"
  | "colon"
  | "after-member"
  | "end";

/** Describes what was found, what was expected, and how to correct it. */
export function describeSyntaxError(text: string, offset: number, expected: Expected): string {
  if (text.startsWith(BYTE_ORDER_MARK)) return "The document starts with a byte order mark. Send UTF-8 without it.";
  if (offset === text.length && text.trim() === "") return "The document is empty. Send one JSON value.";
  const known = findKnownMistake(text, offset, expected);
  if (known !== undefined) return known;
  const [allowed, remedy] = EXPECTATIONS[expected];
  if (offset === text.length) return `The document ends where ${allowed} was expected. Send the complete document.`;
  const found = readWord(text, offset) || String.fromCodePoint(text.codePointAt(offset) as number);
  return `Found ${quote(found)} where ${allowed} was expected. ${remedy}.`;
}

// Recognizes common mistakes that people and models make, where advice based only on the position would mislead.
function findKnownMistake(text: string, offset: number, expected: Expected): string | undefined {
  if (text.startsWith(FENCE, offset))
    return "Found a Markdown code fence. Send only the JSON, without the fences around it.";
  if (readComment(text, offset) !== "") return "Found a comment. JSON does not allow comments: remove it.";
  if (expected === "name" && text[offset] === "}")
    return 'Found "}" after a comma. Remove the comma after the last property.';
  if (expected === "item" && text[offset] === "]")
    return 'Found "]" after a comma. Remove the comma after the last item.';
  return undefined;
}

/** Reads the comment that starts at a position, in the syntax of other languages; returns "" if there is none. */
export function readComment(text: string, offset: number): string {
  COMMENT.lastIndex = offset;
  return COMMENT.exec(text)?.[0] ?? "";
}

/** Reads the run of word characters at a position: a literal name, a number, or an invalid attempt at either. */
export function readWord(text: string, start: number): string {
  let end = start;
  while (end < text.length && isInWord(text.charCodeAt(end))) end++;
  return text.slice(start, end);
}

/** Whether a code unit is a letter, a digit, "_", ".", "+" or "-". */
export function isInWord(unit: number): boolean {
  if (unit >= 0x61) return unit <= 0x7a;
  if (unit >= 0x41) return unit <= 0x5a || unit === 0x5f;
  if (unit >= 0x30) return unit <= 0x39;
  return unit === 0x2b || unit === 0x2d || unit === 0x2e;
}

const BYTE_ORDER_MARK = "\ufeff";
const FENCE = "```";
const COMMENT = /\/\/[^\n\r]*|\/\*[\s\S]*?(?:\*\/|$)|#(?=\s)[^\n\r]*/y;

const EXPECTATIONS: { readonly [expected in Expected]: readonly [allowed: string, remedy: string] } = {
  value: ["a value", "Use an object, an array, a string in double quotes, a number, true, false or null"],
  "first-item": ['a value or "]"', "Add a value or close the array"],
  item: ["a value", "Add a value or remove the comma before it"],
  "after-item": ['"," or "]"', "Put a comma between items and a bracket after the last one"],
  "first-name": ['a property name in double quotes or "}"', "Put the name in double quotes or close the object"],
  name: ["a property name in double quotes", "Put the name in double quotes or remove the comma before it"],
  colon: ['":"', "Put a colon between the name and its value"],
  "after-member": ['"," or "}"', "Put a comma between properties and a brace after the last one"],
  end: ["the end of the document", "Send one JSON value and nothing after it"],
};
