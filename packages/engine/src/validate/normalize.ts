import type { Json, Normalization, NormalizationOp } from "@assay/contract";
import { placeOf } from "../checks/place.ts";
import { isObject, member } from "../json/json.ts";
import { type Meter, spend } from "./meter.ts";

/** What a normalization did: the place as the spec package names it, and the operations that changed something. */
export interface Applied {
  readonly path: string;
  readonly ops: readonly NormalizationOp[];
}

/** A candidate after some normalizations. */
export interface Normalized {
  readonly candidate: Json;
  readonly applied: readonly Applied[];
}

type TextOp = Exclude<NormalizationOp, "sort">;

// In this order whatever order is declared: each leaves alone what the ones before it did, so twice is as good as once.
const textOps: readonly (readonly [TextOp, (text: string) => string])[] = [
  ["nfc", (text) => text.normalize("NFC")],
  ["newlines", (text) => text.replace(/\r\n?/g, "\n")],
  ["trim", (text) => text.trim()],
];

/** Applies `nfc`, `newlines` and `trim`, before validation. */
export function normalizeTexts(candidate: Json, normalize: readonly Normalization[], meter: Meter): Normalized {
  return apply(candidate, normalize, (value, ops, changed) => {
    if (typeof value !== "string") return value;
    spend(meter, 1 + value.length / 64);
    let text = value;
    for (const [op, run] of textOps) {
      const before = text;
      if (ops.includes(op)) text = run(text);
      if (text !== before) changed.add(op);
    }
    return text;
  });
}

/** Applies `sort`, after validation: by UTF-16 code units, as RFC 8785 sorts members. */
export function normalizeOrder(candidate: Json, normalize: readonly Normalization[]): Normalized {
  return apply(candidate, normalize, (value, ops, changed) => {
    if (!ops.includes("sort") || !isTexts(value)) return value;
    const sorted = value.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    if (sorted.every((item, index) => item === value[index])) return value;
    changed.add("sort");
    return sorted;
  });
}

type Change = (value: Json, ops: readonly NormalizationOp[], changed: Set<NormalizationOp>) => Json;

function apply(candidate: Json, normalize: readonly Normalization[], change: Change): Normalized {
  const applied: Applied[] = [];
  let current = candidate;
  for (const { at, ops } of normalize) {
    const changed = new Set<NormalizationOp>();
    current = changeAt(current, placeOf(at), (value) => change(value, ops, changed));
    if (changed.size > 0) applied.push({ path: at, ops: [...changed] });
  }
  return { candidate: current, applied };
}

// Copies only the way to what changes: an untouched candidate stays the same value.
function changeAt(value: Json, place: readonly string[], change: (value: Json) => Json): Json {
  const [token, ...rest] = place;
  if (token === undefined) return change(value);
  if (token === "*") {
    if (!Array.isArray(value)) return value;
    const items = value.map((item: Json) => changeAt(item, rest, change));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  const before = isObject(value) ? member(value, token) : undefined;
  if (before === undefined) return value;
  const after = changeAt(before, rest, change);
  return after === before
    ? value
    : Object.fromEntries(
        Object.entries(value as object).map(([name, inner]) => [name, name === token ? after : inner]),
      );
}

function isTexts(value: Json): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
