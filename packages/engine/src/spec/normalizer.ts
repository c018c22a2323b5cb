import type { Json, JsonObject, Normalization, NormalizationOp } from "@assay/contract";
import { isObject, member } from "../json/json.ts";
import { parsePattern } from "../json/pointer-pattern.ts";
import { type Meter, memberSteps, spend } from "../meter.ts";

/** The effect of a normalization: its pointer pattern in the spec package, and the operations that changed something. */
export interface AppliedNormalization {
  readonly path: string;
  readonly ops: readonly NormalizationOp[];
}

/** A candidate after some normalizations. */
export interface Normalized {
  readonly candidate: Json;
  readonly normalizations: readonly AppliedNormalization[];
}

/** The normalizations of a spec package, ready to run. */
export interface Normalizer {
  /** Applies `nfc`, `newlines` and `trim`, before validation. */
  strings(candidate: Json, meter: Meter): Normalized;
  /** Applies `sort`, after validation: by UTF-16 code units, as RFC 8785 sorts members. */
  sort(candidate: Json, meter: Meter): Normalized;
}

/** Prepares the normalizations of a spec package. */
export function createNormalizer(normalize: readonly Normalization[]): Normalizer {
  const steps = normalize.map(({ at, ops }) => ({ path: at, pattern: parsePattern(at), ops }));
  const texts = steps
    .map((step) => ({ ...step, ops: textOps.filter(({ op }) => step.ops.includes(op)) }))
    .filter(({ ops }) => ops.length > 0);
  const sorts = steps.filter(({ ops }) => ops.includes("sort"));
  return {
    strings: (candidate, meter) =>
      apply(candidate, texts, meter, ({ ops }, value, changed) => {
        if (typeof value !== "string") return value;
        let text = value;
        for (const { op, run } of ops) {
          const before = text;
          text = run(text, meter);
          if (text !== before) changed.add(op);
        }
        return text;
      }),
    sort: (candidate, meter) =>
      apply(candidate, sorts, meter, (_, value, changed) => {
        if (!isTexts(value)) return value;
        spend(meter, stepsPerSorted * value.length);
        const sorted = value.toSorted();
        if (sorted.every((item, index) => item === value[index])) return value;
        changed.add("sort");
        return sorted;
      }),
  };
}

interface TextOp {
  readonly op: Exclude<NormalizationOp, "sort">;
  run(text: string, meter: Meter): string;
}

// Always in this order: none undoes what another one did, so normalizing twice changes nothing more.
const textOps: readonly TextOp[] = [
  {
    op: "nfc",
    run(text, meter) {
      spend(meter, 1 + text.length / 64);
      if (isPlainLatin.test(text)) return text;
      spend(meter, text.length / 4);
      // Sorting the marks on one letter takes time that grows with the square of their number.
      for (const [marks] of text.matchAll(manyMarks)) spend(meter, marks.length ** 2 / 32);
      return text.normalize("NFC");
    },
  },
  {
    op: "newlines",
    run(text, meter) {
      spend(meter, 1 + text.length / 64);
      if (!text.includes("\r")) return text;
      spend(meter, text.length / 4);
      return text.replace(/\r\n?/g, "\n");
    },
  },
  {
    op: "trim",
    run(text, meter) {
      spend(meter, 1 + text.length / 64);
      return text.trim();
    },
  },
];

const stepsPerSorted = 4;
const stepsPerCopied = 6;
const valuesPerStep = 2;
// More than any language puts on a letter (UAX #15, Stream-Safe Text Format).
const manyMarks = /\p{M}{31,}/gu;

// Characters below the first combining mark never compose, so such a string is in NFC; most strings are such.
const isPlainLatin = /^[\0-\u02ff]*$/;

interface Step {
  readonly path: string;
  readonly pattern: readonly string[];
}

type Change<S> = (step: S, value: Json, changed: Set<NormalizationOp>) => Json;

function apply<S extends Step>(candidate: Json, steps: readonly S[], meter: Meter, change: Change<S>): Normalized {
  const applied: AppliedNormalization[] = [];
  let current = candidate;
  for (const step of steps) {
    const changed = new Set<NormalizationOp>();
    const walk = { pattern: step.pattern, meter, change: (value: Json) => change(step, value, changed) };
    current = changeAt(current, 0, walk);
    if (changed.size > 0) applied.push({ path: step.path, ops: [...changed] });
  }
  return { candidate: current, normalizations: applied };
}

interface Walk {
  readonly pattern: readonly string[];
  readonly meter: Meter;
  change(value: Json): Json;
}

// Copies only the containers around a change: an unchanged candidate stays the same value.
function changeAt(value: Json, depth: number, walk: Walk): Json {
  const token = walk.pattern[depth];
  if (token === undefined) return walk.change(value);
  if (token === "*" && Array.isArray(value)) return changeItems(value, depth + 1, walk);
  if (!isObject(value)) return value;
  if (token === "*") return changeMembers(value, depth + 1, walk);
  const before = member(value, token);
  if (before === undefined) return value;
  const after = changeAt(before, depth + 1, walk);
  if (after === before) return value;
  spend(walk.meter, stepsPerCopied * memberSteps(Object.keys(value).length));
  // Spreading keeps a member called __proto__, and the order of members.
  return { ...value, [token]: after };
}

function changeItems(list: readonly Json[], depth: number, walk: Walk): readonly Json[] {
  spend(walk.meter, list.length / valuesPerStep);
  let items: Json[] | undefined;
  list.forEach((before, index) => {
    const after = changeAt(before, depth, walk);
    if (after === before) return;
    items ??= [...list];
    items[index] = after;
  });
  return items ?? list;
}

function changeMembers(map: JsonObject, depth: number, walk: Walk): JsonObject {
  const members = Object.entries(map);
  spend(walk.meter, stepsPerCopied * memberSteps(members.length));
  let isChanged = false;
  const after = members.map(([name, before]) => {
    const inner = changeAt(before, depth, walk);
    isChanged ||= inner !== before;
    return [name, inner] as const;
  });
  return isChanged ? Object.fromEntries(after) : map;
}

function isTexts(value: Json): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
