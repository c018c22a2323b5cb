import type { Json, JsonObject, Normalization, NormalizationOp } from "@assay/contract";
import { isObject, readMember } from "../json/json.ts";
import { parsePattern } from "../json/pointer-pattern.ts";
import { countMemberSteps, type Meter, spend } from "../meter.ts";

/** The normalizations of a spec package, ready to run. */
export interface Normalizer {
  /** Applies `nfc`, `newlines` and `trim`, before validation. */
  normalizeStrings(candidate: Json, meter: Meter): Json;
  /**
   * Applies `sort`, after validation: by UTF-16 code units, as RFC 8785 sorts members. `first` is the first pointer pattern
   * that matched an unsorted value.
   */
  sort(candidate: Json, meter: Meter): { readonly candidate: Json; readonly first: string | undefined };
}

/** Prepares the normalizations of a spec package. */
export function createNormalizer(normalize: readonly Normalization[]): Normalizer {
  const entries = normalize.map(({ at, ops }) => ({ path: at, pattern: parsePattern(at), ops }));
  const texts = entries
    .map((entry) => ({ ...entry, ops: textOps.filter(({ op }) => entry.ops.includes(op)) }))
    .filter(({ ops }) => ops.length > 0);
  const sorts = entries.filter(({ ops }) => ops.includes("sort"));
  return {
    normalizeStrings(candidate, meter) {
      const createChange = (ops: readonly TextOp[]) => (value: Json) =>
        typeof value === "string" ? ops.reduce((text, { run }) => run(text, meter), value) : value;
      return texts.reduce(
        (current, { pattern, ops }) => changeAt(current, 0, { pattern, meter, change: createChange(ops) }),
        candidate,
      );
    },
    sort(candidate, meter) {
      let first: string | undefined;
      const sorted = sorts.reduce((current, { path, pattern }) => {
        const after = changeAt(current, 0, { pattern, meter, change: (value) => sortTexts(value, meter) });
        if (after !== current) first ??= path;
        return after;
      }, candidate);
      return { candidate: sorted, first };
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
      spend(meter, 1 + text.length / 64);
      if (plainLatin.test(text)) return text;
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

const stepsPerSortedItem = 4;
const stepsPerCopiedMember = 6;
const valuesPerStep = 2;
// More marks than any language puts on one letter (UAX #15, Stream-Safe Text Format).
const manyMarks = /\p{M}{31,}/gu;

// Characters below the first combining mark never compose, so these strings are in NFC already. Most strings are like this.
const plainLatin = /^[\0-\u02ff]*$/;

interface Walk {
  readonly pattern: readonly string[];
  readonly meter: Meter;
  change(value: Json): Json;
}

function sortTexts(value: Json, meter: Meter): Json {
  if (!isStringList(value)) return value;
  spend(meter, stepsPerSortedItem * value.length);
  const sorted = value.toSorted();
  return sorted.every((item, index) => item === value[index]) ? value : sorted;
}

// Copies only the containers that contain a change, and returns an unchanged candidate without copying it.
function changeAt(value: Json, depth: number, walk: Walk): Json {
  const token = walk.pattern[depth];
  if (token === undefined) return walk.change(value);
  if (token === "*" && Array.isArray(value)) return changeItems(value, depth + 1, walk);
  if (!isObject(value)) return value;
  if (token === "*") return changeMembers(value, depth + 1, walk);
  const before = readMember(value, token);
  if (before === undefined) return value;
  const after = changeAt(before, depth + 1, walk);
  if (after === before) return value;
  spend(walk.meter, stepsPerCopiedMember * countMemberSteps(Object.keys(value).length));
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
  spend(walk.meter, stepsPerCopiedMember * countMemberSteps(members.length));
  let isChanged = false;
  const after = members.map(([name, before]) => {
    const inner = changeAt(before, depth, walk);
    isChanged ||= inner !== before;
    return [name, inner] as const;
  });
  return isChanged ? Object.fromEntries(after) : map;
}

function isStringList(value: Json): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
