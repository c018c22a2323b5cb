import { type Json, type JsonObject, limits } from "@assay/contract";
import { createRandom, type Random } from "../seeded-random.ts";
import { membersOf, times } from "./honest-bodies.ts";
import { accepted, base, type Edit, refused, schema, text } from "./hostile-spec.ts";
import { closed, type PackageAtBounds, type Shape, shapes } from "./packages-at-bounds.ts";

/** A spec package that fills several bounds at once, up to a share of each: the same seed makes the same kind. */
export type PackageOfSize = (share: number) => PackageAtBounds;

/** What a part of a package is filled with; `count` is the share of its bound. */
type Fill<Part> = (count: number, random: Random) => Part;

/**
 * Kinds of spec packages that a seed decides. Each goes to several bounds at once: of patterns in schemas, field types
 * and rules, of rules and their expressions, of lists of values, normalizations and tests. Whole, most are far too heavy.
 */
export function packagesAtSeveralBounds(count: number, seed: number): readonly PackageOfSize[] {
  return times(count, (index) => (share) => packageOfSize(share, createRandom(seed + index)));
}

function packageOfSize(share: number, random: Random): PackageAtBounds {
  const of = (max: number) => Math.max(1, Math.round(max * share));
  const names: string[] = [];
  const some = <Part>(fills: { readonly [name: string]: Fill<Part> }, max: number, odds = 2): Part | undefined => {
    const name = random.pick(Object.keys(fills));
    if (random.below(odds) === 0) return undefined;
    names.push(`${of(max)} ${name}`);
    return fills[name]?.(of(max), random);
  };
  const shape = some(shapeFills, limits.schema.subschemas - 60, 4);
  const patterned = some(schemaPatterns, limits.schema.patterns - 4);
  const types = some(fieldTypes, limits.specPackage.fieldTypes - 8, 3);
  const rules = some(ruleFills, limits.specPackage.rules, 6);
  const normalized = some(normalizations, limits.specPackage.normalizations, 3);
  const tests = some(testFills, limits.specPackage.tests - 2, 3);
  const properties = {
    ...(schema.properties as JsonObject),
    ...(shape && { shape: shape.schema }),
    ...(patterned && { patterned }),
    ...(normalized && { normalized: normalized.schema }),
  };
  const document = {
    ...base,
    candidateSchema: withTypes({ ...schema, properties, $defs: shape?.$defs ?? {} } as JsonObject, types),
    ...(types && { fieldTypes: { ...(base.fieldTypes as JsonObject), ...types } }),
    rules: rules ?? [],
    normalize: normalized?.normalize ?? [],
    tests: [accepted, withoutRules, ...(tests ?? [])],
  };
  const name = names.length === 0 ? "nothing" : names.join(", ");
  return { name, bytes: new TextEncoder().encode(JSON.stringify(document)) };
}

// A test that needs no rule to refuse its candidate.
const withoutRules = {
  ...refused,
  name: "an agent is no owner",
  registry: [],
  candidate: { ...(accepted.candidate as JsonObject), owner: { kind: "agent", id: "bot" } },
  expect: [{ code: "owner.kind-not-allowed", path: "/owner/kind" }],
} as JsonObject;

const shapeFills = Object.fromEntries(
  Object.entries(shapes).map(([name, make]) => [name, (count: number, random: Random) => make(random, count)]),
) as { readonly [name: string]: Fill<ReturnType<Shape>> };

/** Patterns that are cheap or costly in different ways, all with a text of their own. */
const patternKinds: readonly ((id: string) => string)[] = [
  (id) => `^${id}-[a-z]{1,8}$`,
  (id) => `${id}[a-z]{0,110}`,
  (id) => `${id}\\p{L}{0,100}`,
  (id) => `^(\\p{L}|x){1,20}y${id}$`,
  (id) => `^(?:\\p{L}[0-9]){40}${id}$`,
  (id) => `^\\P{L}{30}[a-z]${id}$`,
  (id) => `^${[..."abcdefghijklmnopqrstuvwxyz"].map((letter) => `${letter}?`).join("")}[0-9]${id}$`,
  (id) => `^(?:${times(20, (i) => `${String.fromCharCode(97 + i)}x`).join("|")})*${id}$`,
  (id) => `(?:${times(12, (i) => `word${i}`).join("|")})${id}`,
  (id) => `${"\\p{L}".repeat(12)}${id}`,
];

const schemaPatterns: { readonly [name: string]: Fill<JsonObject> } = Object.fromEntries(
  patternKinds.map((make, kind) => [
    `patterns of kind ${kind} in a schema`,
    (count: number) => closed(membersOf(count, (i) => [`p${i}`, text({ pattern: make(`s${i}`) })])),
  ]),
);

const fieldTypes: { readonly [name: string]: Fill<Edit> } = {
  "types with properties": (count, random) => {
    const size = random.pick([2, 12, 40]);
    const one = { schema: closed(membersOf(size, (k) => [`m${k}`, { type: "string", maxLength: 40 }])) };
    return membersOf(count, (i) => [`type-${i}`, one]);
  },
  "types with patterns": (count, random) => {
    const make = random.pick(patternKinds);
    const size = Math.min(count, random.pick([1, 8, 30]));
    return membersOf(count, (i) => [
      `type-${i}`,
      { schema: closed(membersOf(size, (k) => [`m${k}`, text({ pattern: make(`t${i}of${k}`) })])) },
    ]);
  },
  "types with lists of values": (count, random) => {
    const size = random.pick([20, 60, 200]);
    return membersOf(count, (i) => [`type-${i}`, { schema: { enum: times(size, (k) => `${i}v${k}`) } }]);
  },
};

const cel = (index: number, assert: string, at = "/generatorName"): Json => ({
  id: `rule-${index}`,
  check: "cel",
  at,
  assert: `true || ${assert}`,
  message: "It never comes to this.",
});

const ruleFills: { readonly [name: string]: Fill<readonly Json[]> } = {
  ...Object.fromEntries(
    patternKinds.map((make, kind) => [
      `rules with patterns of kind ${kind}`,
      (count: number) =>
        times(count, (i) => {
          const one = (k: number) => `self.matches(r'${make(`r${i}of${k}`)}')`;
          const fits = Math.min(limits.cel.patterns, Math.floor((limits.cel.characters - 20) / (one(99).length + 4)));
          return cel(i, times(Math.min(fits, count), one).join(" || "));
        }),
    ]),
  ),
  "rules with many nodes": (count) =>
    times(count, (i) => cel(i, times(40, () => "candidate.owner.id != ''").join(" && "))),
  "rules with calls": (count) =>
    times(count, (i) => cel(i, times(36, (k) => `size(self) != ${100 * i + k}`).join(" && "))),
  "rules with long lists": (count) =>
    times(count, (i) => cel(i, `self in [${times(180, (k) => `'${i}x${k}'`).join(", ")}]`)),
  "rules with loops": (count) =>
    times(count, (i) =>
      cel(i, times(limits.cel.loops, (k) => `candidate.outputFields.all(f, f.name != 'x${k}')`).join(" && ")),
    ),
  "rules with nested loops": (count) =>
    times(count, (i) =>
      cel(
        i,
        "candidate.outputFields.all(a, candidate.outputFields.exists(b, candidate.outputFields.exists_one(c, a.name + b.name == c.name)))",
      ),
    ),
  "rules with allowed values": (count) =>
    times(count, (i) => ({
      id: `rule-${i}`,
      check: "allowed-values",
      at: "/generatorName",
      severity: "info",
      values: times(limits.schema.enumValues, (k) => `${i}v${k}`),
      aliases: membersOf(limits.schema.enumValues, (k) => [`${i}a${k}`, `${i}v${k}`]),
    })),
  "rules that add up numbers": (count) =>
    times(count, (i) => ({
      ...{ id: `rule-${i}`, check: "sum-equals", at: "/sampleRecords", of: "/age" },
      ...{ total: Number(`1e${i}`), severity: "info" },
    })),
  "rules that compare items": (count) =>
    times(count, (i) => ({ id: `rule-${i}`, check: "unique-by", at: "/outputFields", by: "/name", severity: "info" })),
};

/** Normalizations, and the properties that they are for: there is one for each pointer. */
interface Normalized {
  readonly normalize: readonly Json[];
  readonly schema: JsonObject;
}

const normalizations: { readonly [name: string]: Fill<Normalized> } = {
  "normalizations of strings": (count) => ({
    normalize: times(count, (i) => ({ at: `/normalized/n${i}`, ops: ["nfc", "trim"] })),
    schema: closed(membersOf(count, (i) => [`n${i}`, text({})])),
  }),
  "normalizations of all items": (count) => ({
    normalize: times(count, (i) => ({ at: `/normalized/n${i}/*`, ops: ["nfc", "newlines", "trim"] })),
    schema: closed(membersOf(count, (i) => [`n${i}`, { type: "array", maxItems: 10, items: text({}) }])),
  }),
};

const testFills: { readonly [name: string]: Fill<readonly Json[]> } = {
  "tests with many small values": (count) =>
    times(count, (i) =>
      testOf(
        i,
        withoutRules,
        times(250, () => ({})),
      ),
    ),
  "tests with many names": (count) =>
    times(count, (i) =>
      testOf(
        i,
        withoutRules,
        membersOf(40, (k) => [`name ${i} of ${k}`, k]),
      ),
    ),
  "tests with names in different orders": (count, random) =>
    times(count, (i) =>
      testOf(
        i,
        withoutRules,
        times(4, () => membersOf(8, (k) => [`n${(k * 7 + random.below(40)) % 40}`, k])),
      ),
    ),
  "tests with many taken ids": (count) =>
    times(count, (i) => ({ ...withoutRules, name: `test ${i}`, registry: times(60, (k) => `taken-${i}-${k}`) })),
};

// What is wrong with the candidate is beside the point, as long as the test expects it.
function testOf(index: number, test: JsonObject, more: Json): Json {
  const candidate = { ...(test.candidate as JsonObject), x: more };
  const expect = [...(test.expect as Json[]), { code: "field.unknown", path: "/x" }];
  return { ...test, name: `test ${index}`, candidate, expect };
}

// What `candidateSchema` accepts as the type of a field is what `fieldTypes` defines.
function withTypes(document: JsonObject, types: Edit | undefined): JsonObject {
  if (!types) return document;
  const copy = structuredClone(document) as never as {
    properties: { outputFields: { items: { properties: { type: { enum: string[] } } } } };
  };
  copy.properties.outputFields.items.properties.type.enum.push(...Object.keys(types));
  return copy as never;
}
