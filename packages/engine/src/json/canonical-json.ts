import type { Json, JsonObject } from "@assay/contract";
import type { SpendSteps } from "../meter.ts";
import { isArray, isContainer, setMember } from "./json.ts";

// V8 stores an object with more members as a hash table, which takes much longer to sort and copy.
const maxNarrow = 128;
const stepsPerWideMember = 12;

/** Writes a value in its RFC 8785 form. The value must be I-JSON of bounded depth, as `findNonJson` accepts it. */
export function toCanonicalJson(value: Json): string {
  return isContainer(value) ? buildForm(value, false).text : JSON.stringify(value);
}

/** Writes the RFC 8785 form of a value that may be hostile. This costs steps, mostly for sorting wide objects. */
export function toCanonicalJsonMetered(value: Json, spendSteps: SpendSteps): string {
  const { text, wideMembers } = isContainer(value)
    ? buildForm(value, false)
    : { text: JSON.stringify(value), wideMembers: 0 };
  spendSteps(text.length / (isContainer(value) ? 8 : 16) + stepsPerWideMember * wideMembers);
  return text;
}

/** Returns the same text and a copy with sorted members, although JavaScript moves names such as "7" to the front. */
export function toCanonicalForm<T extends readonly Json[] | JsonObject>(
  value: T,
): { readonly text: string; readonly copy: T } {
  return buildForm(value, true);
}

function buildForm<T extends readonly Json[] | JsonObject>(value: T, needsCopy: boolean) {
  const shape: Shape = { names: [], order: [], ordered: true, needsCopy, wideMembers: 0 };
  const copy = copySorted(value, shape) as T;
  if (!shape.ordered) shape.wideMembers = 0;
  const text = shape.ordered ? JSON.stringify(copy) : writeCanonical(value, shape);
  return { text, copy, wideMembers: shape.wideMembers };
}

/** The names of the previous object, kept because the next object in an array usually has the same ones. */
interface Shape {
  names: readonly string[];
  /** The indexes of the names, sorted as in RFC 8785. */
  order: readonly number[];
  /** Whether JavaScript keeps the order of all members so far: it may move names that start with a digit. */
  ordered: boolean;
  /** Whether the caller needs the copy even if it is not in order. */
  readonly needsCopy: boolean;
  /** The total number of members in wide objects. */
  wideMembers: number;
}

// Building sorted objects for one native stringify is about four times as fast as writing the text member by member.
function copySorted(value: readonly Json[] | JsonObject, shape: Shape): Json {
  if (isArray(value)) return value.map((item) => (isContainer(item) ? copySorted(item, shape) : item));
  const names = Object.keys(value);
  if (names.length > maxNarrow) shape.wideMembers += names.length;
  if (!areEqual(names, shape.names)) {
    shape.names = names;
    shape.order = sortIndexes(names);
    if (names.some(startsWithDigit)) shape.ordered = false;
  }
  if (!shape.ordered && !shape.needsCopy) return value;
  const values: readonly Json[] = Object.values(value);
  const copy: Record<string, Json> = {};
  for (const index of shape.order) {
    const inner = values[index] as Json;
    setMember(copy, names[index] as string, isContainer(inner) ? copySorted(inner, shape) : inner);
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
function writeCanonical(value: Json, shape: Shape): string {
  if (!isContainer(value)) return JSON.stringify(value);
  if (isArray(value)) return `[${value.map((item) => writeCanonical(item, shape)).join(",")}]`;
  const entries = Object.entries(value);
  if (entries.length > maxNarrow) shape.wideMembers += entries.length;
  const members = entries
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, inner]) => `${JSON.stringify(name)}:${writeCanonical(inner, shape)}`);
  return `{${members.join(",")}}`;
}

function startsWithDigit(name: string): boolean {
  const unit = name.charCodeAt(0);
  return unit >= 0x30 && unit <= 0x39;
}
