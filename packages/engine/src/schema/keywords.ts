import type { Json, JsonObject } from "@assay/contract";
import { countMembers, type JsonType, ownsMember, readMember } from "../json/json.ts";
import { countMemberSteps, type Meter, spend } from "../meter.ts";
import { estimateCountCost, isLongerThan, isShorterThan } from "../text/characters.ts";
import { createIsMultiple } from "./create-is-multiple.ts";
import { createIsEqual, hasDuplicates } from "./equal-values.ts";
import { compileFormat } from "./formats.ts";
import type { Pattern } from "./pattern.ts";
import { readMembers } from "./subschemas.ts";
import type { Tagged } from "./tagged.ts";

/** Where a value violates a keyword, if the keyword and the value do not show it: names, or a count. */
export interface Details {
  /** The name of the property that is missing, unknown or invalid. */
  readonly name?: string | undefined;
  /** The property that requires the missing one. */
  readonly other?: string | undefined;
  /** How many items match `contains`. */
  readonly count?: number | undefined;
  /** How many items or members there were before the size was cut. */
  readonly size?: number | undefined;
}

/** The test of a keyword. */
export interface Test<Value> {
  holds(value: Value, meter: Meter): boolean;
  /** Lists the violations by a value for which `holds` is false. Default: one violation without details. */
  list?(value: Value, meter: Meter): readonly Details[];
}

/** A keyword in a schema, with what its test needs. */
export interface KeywordInput {
  readonly schema: JsonObject;
  readonly tagged: Tagged | undefined;
  compilePattern(source: string): Pattern;
  /** Creates a function that tests whether the schema at a path inside this schema accepts a value. */
  createAccepts(...path: readonly string[]): (value: Json, meter: Meter) => boolean;
}

type Keywords<Value> = {
  readonly [keyword: string]: (bound: never, input: KeywordInput) => Test<Value> | undefined;
};

const numberKeywords: Keywords<number> = {
  maximum: (max: number) => ({ holds: (value) => value <= max }),
  minimum: (min: number) => ({ holds: (value) => value >= min }),
  exclusiveMaximum: (max: number) => ({ holds: (value) => value < max }),
  exclusiveMinimum: (min: number) => ({ holds: (value) => value > min }),
  multipleOf: (step: number) => ({ holds: createIsMultiple(step) }),
};

const stringKeywords: Keywords<string> = {
  maxLength: (max: number) => ({
    holds(text, meter) {
      if (text.length < max) return true;
      spendToCount(text, max, meter);
      return !isLongerThan(text, max);
    },
  }),
  minLength: (min: number) => ({
    holds(text, meter) {
      spendToCount(text, min, meter);
      return !isShorterThan(text, min);
    },
  }),
  pattern: (pattern: string, { compilePattern }) => ({ holds: compilePattern(pattern).test }),
  format: (format: string) => ({ holds: compileFormat(format) }),
};

// Counting the characters costs steps, so it is done only if the number of code units is inconclusive.
function spendToCount(text: string, limit: number, meter: Meter): void {
  if (text.length >= limit && text.length <= 2 * limit) spend(meter, estimateCountCost(text));
}

const anyKeywords: Keywords<Json> = {
  const: (value: Json) => ({ holds: createIsEqual([value]) }),
  enum: (values: readonly Json[]) => ({ holds: createIsEqual(values) }),
  not(_, { createAccepts }) {
    const accepts = createAccepts("not");
    return { holds: (value, meter) => !accepts(value, meter) };
  },
  anyOf(branches: readonly Json[], { createAccepts }) {
    const tests = branches.map((_, index) => createAccepts("anyOf", String(index)));
    // Every branch is tested, so that the cost does not depend on their order.
    return { holds: (value, meter) => tests.filter((accepts) => accepts(value, meter)).length > 0 };
  },
  oneOf(branches: readonly Json[], { tagged, createAccepts }) {
    if (tagged) return undefined;
    const tests = branches.map((_, index) => createAccepts("oneOf", String(index)));
    return { holds: (value, meter) => tests.filter((accepts) => accepts(value, meter)).length === 1 };
  },
};

const arrayKeywords: Keywords<readonly Json[]> = {
  maxItems: (max: number) => ({ holds: (list) => list.length <= max }),
  minItems: (min: number) => ({ holds: (list) => list.length >= min }),
  // Extra items after `prefixItems` are one mistake, however many there are.
  items(items: Json, { schema: { prefixItems } }) {
    if (items !== false || !Array.isArray(prefixItems)) return undefined;
    return { holds: (list) => list.length <= prefixItems.length };
  },
  contains(_, { schema: { minContains = 1, maxContains }, createAccepts }) {
    const accepts = createAccepts("contains");
    const [min, max] = [Number(minContains), Number(maxContains ?? Number.POSITIVE_INFINITY)];
    const count = (list: readonly Json[], meter: Meter) => {
      let found = 0;
      for (const item of list) {
        if (accepts(item, meter)) found += 1;
        // Without an upper limit, the remaining items do not matter once there are enough matches.
        if (maxContains === undefined && found >= min) break;
      }
      return found;
    };
    return {
      holds(list, meter) {
        const found = count(list, meter);
        return found >= min && found <= max;
      },
      list: (list, meter) => [{ count: count(list, meter) }],
    };
  },
  uniqueItems(isUnique: boolean) {
    if (!isUnique) return undefined;
    return {
      holds(list, meter) {
        spend(meter, 2 * list.length);
        return !hasDuplicates(list, meter);
      },
    };
  },
};

const objectKeywords: Keywords<JsonObject> = {
  oneOf(_, { tagged }) {
    if (!tagged) return undefined;
    const tags = new Set<Json | undefined>(tagged.tags);
    return { holds: (object) => tags.has(readMember(object, tagged.name)) };
  },
  required: (names: readonly string[]) => ({
    holds(object) {
      for (const name of names) if (!Object.hasOwn(object, name)) return false;
      return true;
    },
    list: (object) => names.filter((name) => !Object.hasOwn(object, name)).map((name) => ({ name })),
  }),
  propertyNames(_, { createAccepts }) {
    return createNamesTest(createAccepts("propertyNames"));
  },
  additionalProperties(isAllowed: Json, { schema, compilePattern }) {
    if (isAllowed !== false) return undefined;
    const declared = new Set(Object.keys(readMembers(schema, "properties")));
    const patterns = Object.keys(readMembers(schema, "patternProperties")).map(compilePattern);
    return createNamesTest((name, meter) => declared.has(name) || patterns.some((each) => each.test(name, meter)));
  },
  dependentRequired(namesByProperty: { readonly [property: string]: readonly string[] }) {
    const pairs = Object.entries(namesByProperty).flatMap(([other, names]) => names.map((name) => ({ name, other })));
    const list = (object: JsonObject) =>
      pairs.filter(({ name, other }) => Object.hasOwn(object, other) && !Object.hasOwn(object, name));
    return { holds: (object) => list(object).length === 0, list };
  },
  maxProperties: (max: number) => ({ holds: (object, meter) => countMetered(object, meter) <= max }),
  minProperties: (min: number) => ({
    holds(object, meter) {
      // Most objects have a member, and then the others need not be counted.
      if (min === 1) for (const name in object) if (ownsMember.call(object, name)) return true;
      return countMetered(object, meter) >= min;
    },
  }),
};

/** Creates the test of a keyword that restricts the names of an object. */
function createNamesTest(accepts: (name: string, meter: Meter) => boolean): Test<JsonObject> {
  return {
    holds(object, meter) {
      for (const name in object) if (ownsMember.call(object, name) && !accepts(name, meter)) return false;
      return true;
    },
    list: (object, meter) =>
      Object.keys(object)
        .filter((name) => !accepts(name, meter))
        .map((name) => ({ name })),
  };
}

/**
 * The test of every object if any part of the schema has `patternProperties`. It is unknown whether a pattern matches a name that
 * is too long to try it on, so such a name fails, also where only a condition has patterns.
 */
export function createNameLengthTest(max: number): Test<JsonObject> {
  return createNamesTest((name) => !isLongerThan(name, max));
}

function countMetered(object: JsonObject, meter: Meter): number {
  const members = countMembers(object);
  spend(meter, countMemberSteps(members));
  return members;
}

/** The keywords that restrict a value itself, not what it contains. `type` is not among them. */
export const keywords: readonly { readonly type?: JsonType; readonly tests: Keywords<never> }[] = [
  { type: "number", tests: numberKeywords },
  { type: "string", tests: stringKeywords },
  { tests: anyKeywords },
  { type: "array", tests: arrayKeywords },
  { type: "object", tests: objectKeywords },
];
