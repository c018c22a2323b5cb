import type { Range } from "@assay/json-text";

/** The syntactic context of the cursor in a JSON document, which can be unfinished. */
export interface JsonCursor {
  /** A property name, a value, or neither. */
  readonly expects: "name" | "value" | "nothing";
  /** The path of the expected value, or of the object that the expected property belongs to. */
  readonly path: readonly string[];
  /** The text at the cursor that a completion replaces. */
  readonly word: Range;
  /** The offset of the enclosing object or array. */
  readonly container?: number | undefined;
}

/**
 * Reads a JSON document up to an offset. The editor's syntax tree is not enough: while the author types, quotes and
 * values are missing, and the tree cannot represent incomplete members.
 */
export function findJsonCursor(text: string, offset: number): JsonCursor {
  const levels: Level[] = [{ kind: "root", from: 0, expects: "value", token: "" }];
  let position = 0;
  while (position < offset) {
    const level = levels.at(-1) as Level;
    const character = text[position] as string;
    if (/\s/.test(character)) {
      position++;
      continue;
    }
    const token = readToken(text, position);
    const { end } = token;
    // The cursor is inside this word or at its end, so a completion replaces the word.
    if (isWord(character) && (end > offset || (end === offset && token.isOpen)))
      return toCursor(levels, { from: position, to: findWordEnd(text, token, offset) });
    if (character === "{" || character === "[") {
      levels.push({ kind: character, from: position, expects: character === "{" ? "name" : "value", token: "0" });
    } else if (character === "}" || character === "]") {
      if (levels.length > 1) levels.pop();
      endLevel(levels.at(-1) as Level);
    } else if (character === ",") {
      if (level.kind === "[") level.token = String(Number(level.token) + 1);
      level.expects = level.kind === "{" ? "name" : level.kind === "[" ? "value" : "nothing";
    } else if (character === ":") {
      level.expects = level.kind === "{" ? "value" : "nothing";
    } else if (level.kind === "{" && level.expects === "name") {
      level.token = parseName(text.slice(position, end));
      level.expects = "nothing";
    } else {
      endLevel(level);
    }
    position = end;
  }
  return toCursor(levels, { from: offset, to: offset });
}

interface Level {
  readonly kind: "root" | "{" | "[";
  readonly from: number;
  expects: JsonCursor["expects"];
  /** The name or index of the member that is being read. */
  token: string;
}

function endLevel(level: Level): void {
  level.expects = "nothing";
}

function toCursor(levels: readonly Level[], word: Range): JsonCursor {
  const level = levels.at(-1) as Level;
  const tokens = levels.filter(({ kind }) => kind !== "root").map(({ token }) => token);
  const path = level.kind === "{" && level.expects === "name" ? tokens.slice(0, -1) : tokens;
  return { expects: level.expects, path, word, container: level.kind === "root" ? undefined : level.from };
}

function isWord(character: string): boolean {
  return !"{}[],:".includes(character);
}

interface Token {
  readonly end: number;
  /** Whether more characters can follow: true for a word and for a string without its closing quote. */
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

// A string without its closing quote ends at the quote of the next string. A completion keeps the text in between.
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
