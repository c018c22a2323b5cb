import type { Json, JsonObject } from "@assay/contract";
import { setMember } from "./json.ts";

/** Writes a value in its RFC 8785 form; the value is I-JSON of bounded depth, as `readJson` and `firstNonJson` accept it. */
export function canonicalJson(value: Json): string {
  return isContainer(value) ? canonicalForm(value).text : JSON.stringify(value);
}

/** The same text, and a copy with the members of every object in its order, save for names like "7", which JavaScript puts first. */
export function canonicalForm<T extends readonly Json[] | JsonObject>(
  value: T,
): { readonly text: string; readonly copy: T } {
  const shape: Shape = { names: [], sorted: [], ordered: true };
  const copy = copySorted(value, shape) as T;
  return { text: shape.ordered ? JSON.stringify(copy) : canonicalText(value), copy };
}

/** The names of the object met last: in a list, the next one mostly has the same. */
interface Shape {
  names: readonly string[];
  sorted: readonly string[];
  /** False once a name was met whose place JavaScript may not let us choose. */
  ordered: boolean;
}

// Objects built in sorted order and one native stringify: about four times as fast as writing the text member by member.
function copySorted(value: readonly Json[] | JsonObject, shape: Shape): Json {
  if (Array.isArray(value)) return value.map((item: Json) => (isContainer(item) ? copySorted(item, shape) : item));
  const names = Object.keys(value);
  if (!isSame(names, shape.names)) {
    shape.names = names;
    // By UTF-16 code units (RFC 8785, section 3.2.3).
    shape.sorted = names.toSorted();
    if (names.some(startsWithDigit)) shape.ordered = false;
  }
  const copy: Record<string, Json> = {};
  for (const name of shape.sorted) {
    const inner = (value as JsonObject)[name] as Json;
    setMember(copy, name, isContainer(inner) ? copySorted(inner, shape) : inner);
  }
  return copy;
}

function isSame(names: readonly string[], others: readonly string[]): boolean {
  return names.length === others.length && names.every((name, index) => name === others[index]);
}

// RFC 8785, section 3.2, where property order is not ours to choose.
function canonicalText(value: Json): string {
  if (!isContainer(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(",")}]`;
  const object = value as JsonObject;
  const names = Object.keys(object).sort();
  const members = names.map((name) => `${JSON.stringify(name)}:${canonicalText(object[name] as Json)}`);
  return `{${members.join(",")}}`;
}

function startsWithDigit(name: string): boolean {
  const unit = name.charCodeAt(0);
  return unit >= 0x30 && unit <= 0x39;
}

function isContainer(value: Json): value is readonly Json[] | JsonObject {
  return typeof value === "object" && value !== null;
}
