import type { Json, JsonObject } from "@assay/contract";
import { isArray, setMember } from "./json.ts";

/** Writes a value in its RFC 8785 form; the value is I-JSON of bounded depth, as `readJson` and `firstNonJson` accept it. */
export function canonicalJson(value: Json): string {
  return isContainer(value) ? canonicalForm(value).text : JSON.stringify(value);
}

/** The same text, and a copy with the members of every object in its order, save for names like "7", which JavaScript puts first. */
export function canonicalForm<T extends readonly Json[] | JsonObject>(
  value: T,
): { readonly text: string; readonly copy: T } {
  const shape: Shape = { names: [], order: [], ordered: true };
  const copy = copySorted(value, shape) as T;
  return { text: shape.ordered ? JSON.stringify(copy) : canonicalText(value), copy };
}

/** The names of the object before: in an array, the next one usually has the same. */
interface Shape {
  names: readonly string[];
  /** Their indexes, as RFC 8785 sorts them. */
  order: readonly number[];
  /** False after a name whose position JavaScript may choose itself. */
  ordered: boolean;
}

// Objects built in sorted order and one native stringify: about four times as fast as writing the text member by member.
function copySorted(value: readonly Json[] | JsonObject, shape: Shape): Json {
  if (isArray(value)) return value.map((item) => (isContainer(item) ? copySorted(item, shape) : item));
  const names = Object.keys(value);
  if (!isSame(names, shape.names)) {
    shape.names = names;
    shape.order = orderOf(names);
    if (names.some(startsWithDigit)) shape.ordered = false;
  }
  const values: readonly Json[] = Object.values(value);
  const copy: Record<string, Json> = {};
  for (const index of shape.order) {
    const inner = values[index] as Json;
    setMember(copy, names[index] as string, isContainer(inner) ? copySorted(inner, shape) : inner);
  }
  return copy;
}

// Comparison with < orders by UTF-16 code units (RFC 8785, section 3.2.3).
function orderOf(names: readonly string[]): readonly number[] {
  return names.map((_, index) => index).sort((a, b) => ((names[a] as string) < (names[b] as string) ? -1 : 1));
}

function isSame(names: readonly string[], others: readonly string[]): boolean {
  return names.length === others.length && names.every((name, index) => name === others[index]);
}

// RFC 8785, section 3.2, for objects whose order JavaScript chooses.
function canonicalText(value: Json): string {
  if (!isContainer(value)) return JSON.stringify(value);
  if (isArray(value)) return `[${value.map(canonicalText).join(",")}]`;
  const members = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, inner]) => `${JSON.stringify(name)}:${canonicalText(inner)}`);
  return `{${members.join(",")}}`;
}

function startsWithDigit(name: string): boolean {
  const unit = name.charCodeAt(0);
  return unit >= 0x30 && unit <= 0x39;
}

function isContainer(value: Json): value is readonly Json[] | JsonObject {
  return typeof value === "object" && value !== null;
}
