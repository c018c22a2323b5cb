import type { Range } from "@assay/json-text";

/** What can be written at an offset of a JSON text, which may be unfinished. */
export interface JsonCursor {
  /** A name of a property, a value, or neither. */
  readonly expects: "name" | "value" | "nothing";
  /** The value that is expected, or the object whose property is. */
  readonly path: readonly string[];
  /** What is written there already, and would be replaced. */
  readonly word: Range;
  /** Where the object or array around it begins. */
  readonly container?: number | undefined;
}

/**
 * Reads a JSON text up to an offset. A syntax tree says little about a name without its quote or a value not yet there,
 * which is what a text is like while somebody types.
 */
export function findJsonCursor(text: string, offset: number): JsonCursor {
  const open: Level[] = [{ kind: "root", from: 0, expects: "value", token: "" }];
  let at = 0;
  while (at < offset) {
    const level = open.at(-1) as Level;
    const character = text[at] as string;
    if (/\s/.test(character)) {
      at++;
      continue;
    }
    const token = readToken(text, at);
    const { end } = token;
    // The word at the cursor is what is expected there, however much of it is written.
    if (isWord(character) && (end > offset || (end === offset && token.isOpen)))
      return toCursor(open, { from: at, to: findWordEnd(text, token, offset) });
    if (character === "{" || character === "[") {
      open.push({ kind: character, from: at, expects: character === "{" ? "name" : "value", token: "0" });
    } else if (character === "}" || character === "]") {
      if (open.length > 1) open.pop();
      endLevel(open.at(-1) as Level);
    } else if (character === ",") {
      if (level.kind === "[") level.token = String(Number(level.token) + 1);
      level.expects = level.kind === "{" ? "name" : level.kind === "[" ? "value" : "nothing";
    } else if (character === ":") {
      level.expects = level.kind === "{" ? "value" : "nothing";
    } else if (level.kind === "{" && level.expects === "name") {
      level.token = parseName(text.slice(at, end));
      level.expects = "nothing";
    } else {
      endLevel(level);
    }
    at = end;
  }
  return toCursor(open, { from: offset, to: offset });
}

interface Level {
  readonly kind: "root" | "{" | "[";
  readonly from: number;
  expects: JsonCursor["expects"];
  /** The name or index of what is being read. */
  token: string;
}

function endLevel(level: Level): void {
  level.expects = "nothing";
}

function toCursor(open: readonly Level[], word: Range): JsonCursor {
  const level = open.at(-1) as Level;
  const tokens = open.filter(({ kind }) => kind !== "root").map(({ token }) => token);
  const path = level.kind === "{" && level.expects === "name" ? tokens.slice(0, -1) : tokens;
  return { expects: level.expects, path, word, container: level.kind === "root" ? undefined : level.from };
}

function isWord(character: string): boolean {
  return !"{}[],:".includes(character);
}

interface Token {
  readonly end: number;
  /** Whether it can go on: a word, or a string without its closing quote. */
  readonly isOpen: boolean;
}

function readToken(text: string, from: number): Token {
  if (text[from] !== '"') {
    let end = from + 1;
    while (isWord(text[from] as string) && end < text.length && /[^\s"{}[\],:]/.test(text[end] as string)) end++;
    return { end, isOpen: true };
  }
  for (let end = from + 1; end < text.length; end++) {
    if (text[end] === '"') return { end: end + 1, isOpen: false };
    if (text[end] === "\n") return { end, isOpen: true };
    if (text[end] === "\\") end++;
  }
  return { end: text.length, isOpen: true };
}

// A string without its closing quote takes the next one, and what is between them.
function findWordEnd(text: string, { end }: Token, offset: number): number {
  return /[,:{}[\]]/.test(text.slice(offset, end)) ? offset : end;
}

function parseName(literal: string): string {
  try {
    return String(JSON.parse(literal));
  } catch {
    return literal.replaceAll('"', "");
  }
}
