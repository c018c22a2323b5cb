import type { Json, JsonObject } from "@assay/contract";
import { setMember } from "./json.ts";

/** Writes a value in its RFC 8785 form; the value is I-JSON of bounded depth, as `readJson` and `firstNonJson` accept it. */
export function canonicalJson(value: Json): string {
  if (!isContainer(value)) return JSON.stringify(value);
  const order: Order = { kept: true };
  const sorted = copySorted(value, order);
  return order.kept ? JSON.stringify(sorted) : canonicalText(value);
}

/** Copies a value with the members of every object in RFC 8785 order, save for names like "7", which JavaScript puts first. */
export function sortMembers(value: Json): Json {
  return isContainer(value) ? copySorted(value, { kept: true }) : value;
}

interface Order {
  /** False once a name was met whose place JavaScript may not let us choose. */
  kept: boolean;
}

// Objects built in sorted order and one native stringify: about four times as fast as writing the text member by member.
function copySorted(value: readonly Json[] | JsonObject, order: Order): Json {
  if (Array.isArray(value)) {
    const list: Json[] = [];
    for (let i = 0; i < value.length; i++) list.push(copied(value[i], order));
    return list;
  }
  const source = value as JsonObject;
  const object: Record<string, Json> = {};
  for (const name of sortedNames(source)) {
    setMember(object, name, copied(source[name] as Json, order));
    if (startsWithDigit(name)) order.kept = false;
  }
  return object;
}

function copied(value: Json, order: Order): Json {
  return isContainer(value) ? copySorted(value, order) : value;
}

// RFC 8785, section 3.2, where property order is not ours to choose.
function canonicalText(value: Json): string {
  if (!isContainer(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(",")}]`;
  const object = value as JsonObject;
  const members = sortedNames(object).map((name) => `${JSON.stringify(name)}:${canonicalText(object[name] as Json)}`);
  return `{${members.join(",")}}`;
}

// Comparison with > and sort() without a comparator both order by UTF-16 code units (RFC 8785, section 3.2.3).
function sortedNames(object: JsonObject): string[] {
  const names = Object.keys(object);
  if (names.length > SMALL) return names.sort();
  for (let i = 1; i < names.length; i++) {
    const name = names[i] as string;
    let place = i;
    for (; place > 0 && (names[place - 1] as string) > name; place--) names[place] = names[place - 1] as string;
    names[place] = name;
  }
  return names;
}

const SMALL = 16;

function startsWithDigit(name: string): boolean {
  const unit = name.charCodeAt(0);
  return unit >= 0x30 && unit <= 0x39;
}

function isContainer(value: Json): value is readonly Json[] | JsonObject {
  return typeof value === "object" && value !== null;
}
