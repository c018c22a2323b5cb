import { type Json, type JsonObject, limits } from "@assay/contract";
import { createRandom, type Random } from "../seeded-random.ts";
import { makeMembers, times } from "./build-values.ts";
import { base, schema, spec, text } from "./hostile-spec.ts";

/** A spec package that uses up the same share of several limits. */
interface PackageNearTheLimit {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Creates part of a spec package, with the given number of items. */
type Fill = (count: number) => Json;

// Tried in order until a package is accepted. The last share leaves a single item in each part.
const shares = [1, 0.7, 0.5, 0.35, 0.25, 0.18, 0.12, 0.06, 0.03, 0];

/**
 * Creates the largest accepted package for each seed, so that most are just below the limit for a whole package. The
 * seed determines the contents of the schema, the field types and the rules.
 */
export function packagesNearTheLimit(
  count: number,
  seed: number,
  isAccepted: (bytes: Uint8Array) => boolean,
): readonly PackageNearTheLimit[] {
  return times(count, (index) => index).flatMap(
    (index) =>
      shares.map((share) => createPackage(share, createRandom(seed + index))).find(({ bytes }) => isAccepted(bytes)) ??
      [],
  );
}

function createPackage(share: number, random: Random): PackageNearTheLimit {
  const names: string[] = [];
  const fill = (fills: { readonly [name: string]: Fill }, max: number) => {
    const name = random.pick(Object.keys(fills));
    const count = Math.max(1, Math.round(max * share));
    names.push(`${count} ${name}`);
    return (fills[name] as Fill)(count);
  };
  const shape = fill(shapes, limits.schema.subschemas - 60);
  const types = fill(fieldTypes, limits.specPackage.fieldTypes - 8) as JsonObject;
  const rules = fill(ruleFills, limits.specPackage.rules);
  const properties = { ...(schema.properties as JsonObject), shape };
  const document = spec({
    candidateSchema: addTypes({ ...schema, properties }, Object.keys(types)),
    fieldTypes: { ...(base.fieldTypes as JsonObject), ...types },
    rules,
    tests: (base.tests as readonly JsonObject[]).filter(({ expect }) =>
      isIndependentOfRules(expect as readonly JsonObject[]),
    ),
  });
  return { name: names.join(", "), bytes: new TextEncoder().encode(JSON.stringify(document)) };
}

const ruleCodes = new Set(["rule.violated", "output-field.duplicate", "sample.value-type", "field.value"]);

function isIndependentOfRules(expect: readonly JsonObject[]): boolean {
  return expect.every(({ code }) => !ruleCodes.has(code as string));
}

function closedSchema(count: number, make: (index: number) => Json): JsonObject {
  const properties = makeMembers(count, (i) => [`m${i}`, make(i)]);
  return { type: "object", additionalProperties: false, properties };
}

const short = { type: "string", maxLength: 40 };

const shapes: { readonly [name: string]: Fill } = {
  "plain properties": (count) => closedSchema(count, () => short),
  "properties with many keywords": (count) =>
    closedSchema(Math.ceil(count / 2), () => ({ ...text({ minLength: 1, format: "email" }), not: { const: "x" } })),
  "lists of 63 values": (count) => closedSchema(Math.min(count, 38), (i) => ({ enum: times(63, (n) => `${i}v${n}`) })),
  "patterns of many letters": (count) =>
    closedSchema(Math.min(count, limits.schema.patterns - 4), (i) => text({ pattern: `^(\\p{L}|x){1,20}y${i}$` })),
};

const fieldTypes: { readonly [name: string]: Fill } = {
  "types with properties": (count) =>
    makeMembers(count, (i) => [`type-${i}`, { schema: closedSchema(12, () => short) }]),
  "types with lists of values": (count) =>
    makeMembers(count, (i) => [`type-${i}`, { schema: { enum: times(60, (k) => `${i}v${k}`) } }]),
};

function celRule(index: number, assert: string): Json {
  const message = "Every value is allowed.";
  return { id: `rule-${index}`, check: "cel", at: "/generatorName", assert: `true || ${assert}`, message };
}

const ruleFills: { readonly [name: string]: Fill } = {
  "rules with patterns": (count) =>
    times(count, (i) => celRule(i, times(8, (k) => `self.matches(r'[a-z]{0,110}r${i}of${k}')`).join(" || "))),
  "rules with calls": (count) =>
    times(count, (i) => celRule(i, times(36, (k) => `size(self) != ${100 * i + k}`).join(" && "))),
  "rules with long lists": (count) =>
    times(count, (i) => celRule(i, `self in [${times(180, (k) => `'${i}x${k}'`).join(", ")}]`)),
  "rules with nested loops": (count) =>
    times(count, (i) =>
      celRule(i, "candidate.outputFields.all(a, candidate.outputFields.exists(b, a.name + b.name == 'x'))"),
    ),
  "rules with allowed values": (count) =>
    times(count, (i) => ({
      id: `rule-${i}`,
      check: "allowed-values",
      at: "/generatorName",
      severity: "info",
      values: times(limits.schema.enumValues, (k) => `${i}v${k}`),
    })),
};

// `candidateSchema` must accept every field type that `fieldTypes` defines.
function addTypes(document: JsonObject, types: readonly string[]): JsonObject {
  const copy = structuredClone(document) as never as {
    properties: { outputFields: { items: { properties: { type: { enum: string[] } } } } };
  };
  copy.properties.outputFields.items.properties.type.enum.push(...types);
  return copy as never;
}
