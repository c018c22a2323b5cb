import type { Json, JsonObject } from "@assay/contract";
import { type Meter, spend } from "../meter.ts";
import { isArray, isContainer, setMember } from "./json.ts";

// V8 stores an object with more members as a hash table, which takes much longer to sort and copy.
const maxNarrowMembers = 128;
const stepsPerWideMember = 12;

/** Converts a value to its RFC 8785 form. The value must be one that `findNonJson` accepts. */
export function toCanonicalJson(value: Json): string {
  return isContainer(value) ? buildForm(value, false).text : JSON.stringify(value);
}

/** Converts an untrusted value to its RFC 8785 form. This costs steps, mostly for sorting wide objects. */
export function toCanonicalJsonMetered(value: Json, meter: Meter): string {
  const { text, wideMembers } = isContainer(value)
    ? buildForm(value, false)
    : { text: JSON.stringify(value), wideMembers: 0 };
  spend(meter, text.length / (isContainer(value) ? 8 : 16) + stepsPerWideMember * wideMembers);
  return text;
}

/** Returns the RFC 8785 form and a copy with sorted members, but JavaScript moves names such as "7" to the front. */
export function toCanonicalForm<T extends readonly Json[] | JsonObject>(
  value: T,
): { readonly text: string; readonly copy: T } {
  return buildForm(value, true);
}

function buildForm<T extends readonly Json[] | JsonObject>(value: T, needsCopy: boolean) {
  const state: SortState = { names: [], order: [], ordered: true, needsCopy, wideMembers: 0 };
  const copy = copySorted(value, state) as T;
  if (!state.ordered) state.wideMembers = 0;
  const text = state.ordered ? JSON.stringify(copy) : writeCanonical(value, state);
  return { text, copy, wideMembers: state.wideMembers };
}

interface SortState {
  /** The names of the previous object. They are kept because the next object in an array usually has the same names. */
  names: readonly string[];
  /** The indexes of the names, sorted as in RFC 8785. */
  order: readonly number[];
  /** Whether JavaScript has kept all members in order so far. It can move names that start with a digit. */
  ordered: boolean;
  /** Whether the caller needs the copy even if it is not in order. */
  readonly needsCopy: boolean;
  /** The total number of members in wide objects. */
  wideMembers: number;
}

// Building sorted objects for one native stringify is about four times as fast as writing the text member by member.
function copySorted(value: readonly Json[] | JsonObject, state: SortState): Json {
  if (isArray(value)) return value.map((item) => (isContainer(item) ? copySorted(item, state) : item));
  const names = Object.keys(value);
  if (names.length > maxNarrowMembers) state.wideMembers += names.length;
  if (!areEqual(names, state.names)) {
    state.names = names;
    state.order = sortIndexes(names);
    if (names.some(startsWithDigit)) state.ordered = false;
  }
  if (!state.ordered && !state.needsCopy) return value;
  const values: readonly Json[] = Object.values(value);
  const copy: Record<string, Json> = {};
  for (const index of state.order) {
    const inner = values[index] as Json;
    setMember(copy, names[index] as string, isContainer(inner) ? copySorted(inner, state) : inner);
  }
  return copy;
}

// The operator < compares UTF-16 code units (RFC 8785, section 3.2.3).
function sortIndexes(names: readonly string[]): readonly number[] {
  return names.map((_, index) => index).sort((a, b) => ((names[a] as string) < (names[b] as string) ? -1 : 1));
}

function areEqual(names: readonly string[], others: readonly string[]): boolean {
  return names.length === others.length && names.every((name, index) => name === others[index]);
}

// Follows RFC 8785, section 3.2, for objects whose members JavaScript does not keep in order.
function writeCanonical(value: Json, state: SortState): string {
  if (!isContainer(value)) return JSON.stringify(value);
  if (isArray(value)) return `[${value.map((item) => writeCanonical(item, state)).join(",")}]`;
  const entries = Object.entries(value);
  if (entries.length > maxNarrowMembers) state.wideMembers += entries.length;
  const members = entries
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, inner]) => `${JSON.stringify(name)}:${writeCanonical(inner, state)}`);
  return `{${members.join(",")}}`;
}

function startsWithDigit(name: string): boolean {
  const unit = name.charCodeAt(0);
  return unit >= 0x30 && unit <= 0x39;
}
