import type { Json, Normalization, NormalizationOp } from "@assay/contract";
import { changeInside, isArray, isContainer, isObject, readMember } from "../json/json.ts";
import { parsePattern } from "../json/pointer-pattern.ts";
import { countMemberSteps, type Meter, spend } from "../meter.ts";

/** The normalizations of a spec package, ready to run. */
export interface Normalizer {
  /** Applies `nfc`, `newlines` and `trim` to a value, which is at a path in the candidate. Default: the whole candidate. */
  normalizeStrings(value: Json, meter: Meter, path?: readonly string[]): Json;
  /** Applies `sort`: by UTF-16 code units, as RFC 8785 sorts members. Lists the arrays that it changes. */
  sort(candidate: Json, meter: Meter): { readonly candidate: Json; readonly sorted: readonly SortedList[] };
}

/** An array that was sorted: for each item, its index before. */
export interface SortedList {
  readonly path: readonly string[];
  readonly indexes: readonly number[];
}

/** Prepares the normalizations of a spec package. */
export function createNormalizer(normalize: readonly Normalization[]): Normalizer {
  const entries = normalize.map(({ at, ops }) => ({ pattern: parsePattern(at), ops }));
  const texts = entries
    .map((entry) => ({ ...entry, ops: textOps.filter(({ op }) => entry.ops.includes(op)) }))
    .filter(({ ops }) => ops.length > 0);
  const sorts = entries.filter(({ ops }) => ops.includes("sort"));
  return {
    normalizeStrings(value, meter, path = []) {
      const createChange = (ops: readonly TextOp[]) => (inner: Json) =>
        typeof inner === "string" ? ops.reduce((text, { run }) => run(text, meter), inner) : inner;
      return texts
        .filter(({ pattern }) => path.every((token, index) => pattern[index] === "*" || pattern[index] === token))
        .reduce((current, { pattern, ops }) => {
          const walk = { pattern, meter, path: [...path], change: createChange(ops) };
          return changeAt(current, path.length, walk);
        }, value);
    },
    sort(candidate, meter) {
      const sorted: SortedList[] = [];
      const after = sorts.reduce((current, { pattern }) => {
        const path: string[] = [];
        const change = (value: Json) => {
          const indexes = findSortedIndexes(value, meter);
          if (!indexes) return value;
          sorted.push({ path: [...path], indexes });
          return indexes.map((index) => (value as readonly Json[])[index] as Json);
        };
        return changeAt(current, 0, { pattern, meter, path, change });
      }, candidate);
      return { candidate: after, sorted };
    },
  };
}

interface TextOp {
  readonly op: Exclude<NormalizationOp, "sort">;
  run(text: string, meter: Meter): string;
}

// Operations run in this order, so that no operation undoes another, and normalizing a second time changes nothing.
const textOps: readonly TextOp[] = [
  {
    op: "nfc",
    run(text, meter) {
      spend(meter, 1 + text.length / 32);
      if (plainLatin.test(text)) return text;
      spend(meter, text.length);
      // Sorting the marks on one letter takes time that grows with the square of their number.
      for (const [marks] of text.matchAll(manyMarks)) spend(meter, marks.length ** 2 / 32);
      return text.normalize("NFC");
    },
  },
  {
    op: "newlines",
    run(text, meter) {
      spend(meter, 1 + text.length / 32);
      if (!text.includes("\r")) return text;
      spend(meter, text.length / 4);
      return text.replace(/\r\n?/g, "\n");
    },
  },
  {
    op: "trim",
    run(text, meter) {
      spend(meter, 1 + text.length / 32);
      return text.trim();
    },
  },
];

const stepsPerSortedItem = 10;
const stepsPerCopiedMember = 6;
const stepsPerItem = 2;
// More marks than any language puts on one letter (UAX #15, Stream-Safe Text Format).
const manyMarks = /\p{M}{31,}/gu;

// Characters below the first combining mark never compose, so these strings are in NFC already. Most strings are like this.
const plainLatin = /^[\0-\u02ff]*$/;

interface Walk {
  readonly pattern: readonly string[];
  readonly meter: Meter;
  /** The path of the current value. */
  readonly path: string[];
  change(value: Json): Json;
}

// Returns undefined if the value is not an unsorted array of strings.
function findSortedIndexes(value: Json, meter: Meter): readonly number[] | undefined {
  if (!isStringList(value)) return undefined;
  spend(meter, stepsPerSortedItem * value.length);
  const order = (a: number, b: number) => compareTexts(value[a] as string, value[b] as string);
  const indexes = [...value.keys()].sort(order);
  return indexes.every((before, index) => before === index) ? undefined : indexes;
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

// Copies only the containers that contain a change, and returns an unchanged candidate without copying it.
function changeAt(value: Json, depth: number, walk: Walk): Json {
  const token = walk.pattern[depth];
  if (token === undefined) return walk.change(value);
  if (token === "*" && isContainer(value)) {
    const size = Object.keys(value).length;
    spend(walk.meter, isArray(value) ? stepsPerItem * size : stepsPerCopiedMember * countMemberSteps(size));
    return changeInside(value, (name, inner) => changeInner(name, inner, depth + 1, walk));
  }
  if (!isObject(value)) return value;
  const before = readMember(value, token);
  if (before === undefined) return value;
  const after = changeInner(token, before, depth + 1, walk);
  if (after === before) return value;
  spend(walk.meter, stepsPerCopiedMember * countMemberSteps(Object.keys(value).length));
  // Spreading keeps a member called __proto__, and the order of members.
  return { ...value, [token]: after };
}

function changeInner(token: string, value: Json, depth: number, walk: Walk): Json {
  walk.path.push(token);
  const after = changeAt(value, depth, walk);
  walk.path.pop();
  return after;
}

function isStringList(value: Json): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
