import { type Json, type JsonObject, type JsonSchema, limits, type SpecProblemCode } from "@assay/contract";
import { specFile } from "../cases/golden-cases.ts";
import { fillBytes, makeMembers, times } from "./build-values.ts";
import { candidate } from "./honest-candidates.ts";

/** Members that are added to an object or replaced in it. */
export type Edit = { readonly [member: string]: Json };
/** Candidates by name. */
export type Bodies = { readonly [name: string]: Json };
/** The expected outcome of a spec package, the package as a value or as text, and candidates for it. */
export type PackageEntry = readonly [expected: SpecProblemCode | "accepted", spec: Json | string, bodies?: Bodies];

/** The spec package on which all hostile packages are based. */
export const base: JsonObject = JSON.parse(
  new TextDecoder().decode(specFile("datamint/generator-option/1.0.0")),
) as JsonObject;
const tests = base.tests as readonly JsonObject[];

/** A test in the base package that accepts a candidate, and a test that refuses one. */
export const acceptedTest: JsonObject = tests[0] as JsonObject;
export const refusedTest: JsonObject = tests[2] as JsonObject;

/** The candidate schema of the base package. */
export const schema: JsonObject = base.candidateSchema as JsonObject;

/** Creates a candidate with a member `x`. */
export function x(value: Json): JsonObject {
  return candidate({ x: value });
}

/** Creates a candidate whose member `x` is an array with as many copies of a value as fit into a body. */
export function many(value: Json): Json {
  return fillBytes(limits.bodyBytes, (n) => x(times(n, () => value)));
}

/** Creates a spec package from the base, with only two tests and with the given members added or replaced. */
export function spec(members: Edit = {}): JsonObject {
  return { ...base, tests: [acceptedTest, refusedTest] as Json[], ...members };
}

/** Creates a spec package whose candidates can have a member `x`, with the given schema. */
export function specForX(inner: JsonSchema, $defs: Edit = {}, members: Edit = {}): JsonObject {
  const properties = { ...(schema.properties as JsonObject), x: inner };
  return spec({ candidateSchema: { ...schema, properties, $defs }, ...members });
}

/** The schema of an array that can be as long as a body allows. */
export function list(items: JsonSchema, keywords: Edit = {}): JsonObject {
  return { type: "array", maxItems: 100_000, items, ...keywords };
}

/** The schema of a string short enough for patterns and formats. */
export function text(keywords: Edit = {}): JsonObject {
  return { type: "string", maxLength: 1_024, ...keywords };
}

/** The schema of a map that can have as many members as a body allows. */
export function map(inner: JsonSchema, keywords: Edit = {}): JsonObject {
  return { type: "object", maxProperties: 100_000, additionalProperties: inner, ...keywords };
}

/** A reference to a definition. */
export function ref(name: string): JsonObject {
  return { $ref: `#/$defs/${name}` };
}

/** Creates definitions, each of which applies the next definition twice. */
export function doublingDefs(levels: number, last: JsonSchema): Edit {
  return makeMembers(levels + 1, (i) => [
    `d${i}`,
    i === levels ? (last as Json) : { allOf: [ref(`d${i + 1}`), ref(`d${i + 1}`)] },
  ]);
}
