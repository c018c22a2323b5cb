import { type Json, type JsonObject, type JsonSchema, limits, type SpecProblemCode } from "@assay/contract";
import { specFile } from "../cases/golden-cases.ts";
import { fillBytes, makeMembers, times } from "./build-values.ts";
import { candidate } from "./honest-candidates.ts";

/** Members of an object. */
export type Edit = { readonly [member: string]: Json };
/** Candidates by name. */
export type Bodies = { readonly [name: string]: Json };
/** What becomes of a package, the package as a value or as a text, and candidates for it. */
export type PackageEntry = readonly [ends: SpecProblemCode | "accepted", spec: Json | string, bodies?: Bodies];

/** The spec package that all others are made from. */
export const base: JsonObject = JSON.parse(
  new TextDecoder().decode(specFile("datamint/generator-option/1.0.0")),
) as JsonObject;
const tests = base.tests as readonly JsonObject[];

/** A test of that package that accepts a candidate, and one that refuses one. */
export const acceptedTest: JsonObject = tests[0] as JsonObject;
export const refusedTest: JsonObject = tests[2] as JsonObject;

/** Its schema. */
export const schema: JsonObject = base.candidateSchema as JsonObject;
/** A candidate with a member `x`. */
export function x(value: Json): JsonObject {
  return candidate({ x: value });
}

/** One whose member `x` is a list with as many copies of a value as fit into a body. */
export function many(value: Json): Json {
  return fillBytes(limits.bodyBytes, (n) => x(times(n, () => value)));
}

/** The package of Datamint with two tests, and other members where they are given. */
export function spec(members: Edit = {}): JsonObject {
  return { ...base, tests: [acceptedTest, refusedTest] as Json[], ...members };
}

/** The same, where a candidate may have a member `x` that fits a schema. */
export function specForX(inner: JsonSchema, $defs: Edit = {}, members: Edit = {}): JsonObject {
  const properties = { ...(schema.properties as JsonObject), x: inner };
  return spec({ candidateSchema: { ...schema, properties, $defs }, ...members });
}

/** A list as long as a body allows. */
export function list(items: JsonSchema, more: Edit = {}): JsonObject {
  return { type: "array", maxItems: 100_000, items, ...more };
}

/** A text that patterns and formats may look at. */
export function text(more: Edit = {}): JsonObject {
  return { type: "string", maxLength: 1_024, ...more };
}

/** A map as wide as a body allows. */
export function map(inner: JsonSchema, more: Edit = {}): JsonObject {
  return { type: "object", maxProperties: 100_000, additionalProperties: inner, ...more };
}

/** A reference to a definition. */
export function ref(name: string): JsonObject {
  return { $ref: `#/$defs/${name}` };
}

/** Definitions of which each applies the next one twice. */
export function doublingDefs(levels: number, last: JsonSchema): Edit {
  return makeMembers(levels + 1, (i) => [
    `d${i}`,
    i === levels ? (last as Json) : { allOf: [ref(`d${i + 1}`), ref(`d${i + 1}`)] },
  ]);
}
