import { limits } from "@assay/contract";
import { checkBytes } from "./check-bytes.ts";
import { decodeUtf8 } from "./decode-utf8.ts";
import { formatPointer, parsePointer } from "./pointer.ts";
import { type JsonPosition, readJson } from "./read-json.ts";
import { scanString } from "./scan-string.ts";
import { toLineAndColumn } from "./to-line-and-column.ts";

/**
 * Finds the position of the value at a JSON Pointer; a property starts at its name. If there is no such value, returns
 * the position of its closest ancestor. In a document that is not valid JSON, returns the position of the error that
 * `readJson` found and ignores the pointer, which cannot distinguish two properties with the same name.
 *
 * @example
 * const { line, column } = findPosition(bytes, problem.at);
 * console.error(`spec-package.json:${line}:${column}: ${problem.message} ${problem.advice}`);
 */
export function findPosition(bytes: Uint8Array, pointer: string): JsonPosition {
  checkBytes(bytes);
  const read = readJson(bytes, { maxDepth: limits.specPackage.depth });
  // Positions can be found even in values that are nested too deeply.
  if (read.kind === "unreadable" && read.code !== "json-too-deep") return read.at;
  const { text } = decodeUtf8(bytes);
  const tokens = [...text.matchAll(tokenPattern)].map((match) => ({ text: match[0], offset: match.index }));
  const path: string[] = [];
  let value = 0;
  let start = 0;
  for (const name of parsePointer(pointer) ?? []) {
    const member = findMember(text, tokens, value, name);
    if (!member) break;
    path.push(name);
    ({ start, value } = member);
  }
  return { ...toLineAndColumn(text, tokens[start]?.offset ?? 0), path: formatPointer(path) };
}

interface Token {
  readonly text: string;
  readonly offset: number;
}

/** Matches a string, a bracket, a colon, a comma, a number or a literal name. */
const tokenPattern = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]|[^\s{}[\]:,"]+/g;

// Finds the indexes of the first token of a member or item, and of the first token of its value.
function findMember(text: string, tokens: readonly Token[], container: number, name: string) {
  const opening = tokens[container]?.text;
  if (opening !== "[" && opening !== "{") return undefined;
  let start = container + 1;
  for (let index = 0; start < tokens.length && !isClosing(tokens[start]); index++) {
    const value = opening === "[" ? start : start + 2;
    if ((opening === "[" ? String(index) : readName(text, tokens[start])) === name) return { start, value };
    const end = findEnd(tokens, value);
    start = tokens[end]?.text === "," ? end + 1 : end;
  }
  return undefined;
}

/** Finds the index of the token after a value. */
function findEnd(tokens: readonly Token[], value: number): number {
  let depth = 0;
  let token = value;
  do {
    if (tokens[token]?.text === "{" || tokens[token]?.text === "[") depth++;
    if (isClosing(tokens[token])) depth--;
    token++;
  } while (depth > 0 && token < tokens.length);
  return token;
}

function readName(text: string, token: Token | undefined): string | undefined {
  const scanned = token?.text.startsWith('"') ? scanString(text, token.offset) : undefined;
  return scanned?.kind === "ok" ? scanned.value : undefined;
}

function isClosing(token: Token | undefined): boolean {
  return token?.text === "}" || token?.text === "]";
}
