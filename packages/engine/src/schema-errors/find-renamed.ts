import { type Json, type JsonObject, type JsonSchema, limits } from "@assay/contract";
import { closest } from "../did-you-mean/closest.ts";
import { matchRenamed } from "../did-you-mean/match-renamed.ts";
import type { AnyFinding } from "../findings/finding.ts";
import { isObject, jsonType, member } from "../json/json.ts";
import { pointerOf, valueAt } from "../json/pointer.ts";
import { type Meter, spend } from "../meter.ts";
import { acceptedTypes } from "../schema/accepted-types.ts";
import { schemasAt } from "../schema/schemas-at.ts";
import { unknownProperties } from "../schema/unknown-properties.ts";

// These names are never suggested for a property; a patch may not move them either.
const neverRenamed = new Set(["__proto__", "constructor", "prototype"]);

// An object with more unknown properties than this is not misspelled, but different.
const maxUnknown = 64;

// How many pairs of names are compared: every item of an array may be such an object.
const maxComparisons = 512;

// How many unknown properties of an object are compared with how many missing ones by their values. Any of them may hold
// the id, and the registry can be asked for no more keys.
const maxRenamed = limits.registryKeys;

const stepsToMatch = 128;
const stepsPerSchema = 12;

interface FindRenamedInput {
  readonly candidate: Json;
  readonly schema: JsonSchema;
  readonly meter: Meter;
  /** Whether properties were renamed already: then the registry was asked for another candidate than this one. */
  readonly isRenamed: boolean;
}

/** Joins the findings on an unknown property, and on the missing one that it is under another name, into one. */
export function findRenamed(findings: readonly AnyFinding[], input: FindRenamedInput): readonly AnyFinding[] {
  const unknownIn = groupByParent(findings, "field.unknown");
  if (unknownIn.size === 0) return findings;
  const missingIn = groupByParent(findings, "field.missing");
  const joined = new Set<AnyFinding>();
  const added: AnyFinding[] = [];
  const wrappers: AnyFinding[] = [];
  for (const [parent, unknown] of unknownIn) {
    const object = valueAt(input.candidate, unknown[0]?.path.slice(0, -1) ?? []);
    if (!isObject(object) || unknown.length > maxUnknown) continue;
    const names = createOpenNames(object, unknown, missingIn.get(parent) ?? [], input.meter);
    joinClosest(names, input.meter);
    const mayGuess = mayGuessIn(parent, object, unknown.length, input);
    if (mayGuess) joinMatching(names, object, input);
    for (const finding of names.joined) joined.add(finding);
    added.push(...names.misspelled);
    wrappers.push(...wrappersIn(names, object, joined, input.meter));
  }
  return [...findings.filter((finding) => !joined.has(finding)), ...added, ...wrappers];
}

/** The names of one object that are not matched yet, and what was found about the others. */
interface OpenNames {
  readonly unknown: Map<string, AnyFinding>;
  readonly missing: Map<string, AnyFinding>;
  /** Properties that the object may have and has not. */
  readonly optional: Set<string>;
  /** In the order of the schema. */
  readonly known: readonly string[];
  readonly joined: AnyFinding[];
  readonly misspelled: AnyFinding[];
}

function createOpenNames(
  object: JsonObject,
  unknown: readonly AnyFinding[],
  missingFindings: readonly AnyFinding[],
  meter: Meter,
): OpenNames {
  const missing = new Map(missingFindings.map((finding) => [nameOf(finding), finding]));
  // Each schema that closes the object lists the properties that it knows in every one of its findings.
  const lists = new Map(unknown.map(({ rule, params }) => [rule.at, (params.known ?? []) as readonly string[]]));
  const known = [...new Set([...lists.values()].flat())];
  spend(meter, stepsToMatch + known.length + missing.size);
  return {
    unknown: new Map(
      unknown.map((finding) => [nameOf(finding), finding] as const).filter(([name]) => !neverRenamed.has(name)),
    ),
    missing,
    optional: new Set(known.filter((name) => !Object.hasOwn(object, name) && !missing.has(name))),
    known,
    joined: [],
    misspelled: [],
  };
}

function join(names: OpenNames, name: string, expected: string): void {
  const finding = names.unknown.get(name);
  if (!finding) return;
  const required = names.missing.get(expected);
  names.unknown.delete(name);
  names.missing.delete(expected);
  names.optional.delete(expected);
  names.joined.push(finding, ...(required ? [required] : []));
  names.misspelled.push({
    code: "field.misspelled",
    message: required ? "default" : "optional",
    severity: "error",
    path: finding.path,
    params: { name, expected },
    rule: (required ?? finding).rule,
    groupKey: expected,
  });
}

// Similar names, those of required properties first.
function joinClosest(names: OpenNames, meter: Meter): void {
  for (const absent of [names.missing, names.optional]) {
    if (names.unknown.size * absent.size > maxComparisons) continue;
    for (const name of names.unknown.keys()) {
      const expected = closest(name, [...absent.keys()], meter);
      if (expected !== undefined) join(names, name, expected);
    }
  }
}

// Other names, with a value of the type that the missing property has.
function joinMatching(names: OpenNames, object: JsonObject, input: FindRenamedInput): void {
  const matched = matchRenamed({
    unknown: [...names.unknown.keys()],
    missing: [...names.missing.keys()].slice(0, maxRenamed),
    fits: (name, expected) => fits(member(object, name) ?? null, names.missing.get(expected)?.path ?? [], input),
    written: Object.keys(object),
    known: names.known,
  });
  for (const [name, expected] of matched) join(names, name, expected);
}

// The id that is guessed here must be one that the registry was asked for, so `registryKeys` counts the same way.
function mayGuessIn(
  parent: string,
  object: JsonObject,
  unknown: number,
  { schema, isRenamed }: FindRenamedInput,
): boolean {
  if (parent !== "") return unknown <= maxRenamed;
  return !isRenamed && unknownProperties(object, schema).length <= maxRenamed;
}

// An unknown property that holds what is missing beside it: a whole candidate, or record, that is one level too deep.
function wrappersIn(
  names: OpenNames,
  object: JsonObject,
  joined: Set<AnyFinding>,
  meter: Meter,
): readonly AnyFinding[] {
  const wrappers: AnyFinding[] = [];
  for (const [name, finding] of names.unknown) {
    spend(meter, names.missing.size);
    const value = member(object, name);
    const held = isObject(value) ? [...names.missing.keys()].filter((missing) => Object.hasOwn(value, missing)) : [];
    if (held.length < 2) continue;
    joined.add(finding);
    const params = { ...finding.params, held };
    wrappers.push({ ...finding, message: "wrapper", params, groupKey: held.join() } as AnyFinding);
  }
  return wrappers;
}

// Whether a value, and the first item of an array, has a type that the schema accepts at a path.
function fits(value: Json, path: readonly string[], { candidate, schema: root, meter }: FindRenamedInput): boolean {
  const countVisited = (schemas: number) => spend(meter, schemas * stepsPerSchema);
  const pattern = path.map((token, index) => (Array.isArray(valueAt(candidate, path.slice(0, index))) ? "*" : token));
  const accepts = (inner: Json, at: readonly string[]) => {
    const schemas = schemasAt(root, at, countVisited).map(({ schema }) => schema);
    return (
      schemas.some((schema) => acceptedTypes(root, schema).has(jsonType(inner))) && resembles(inner, schemas, meter)
    );
  };
  const [item] = Array.isArray(value) ? value : [];
  return accepts(value, pattern) && (item === undefined || accepts(item, [...pattern, "*"]));
}

// Any object would fit an object schema, so it must also have a property of it, or one with a similar name.
function resembles(value: Json, schemas: readonly JsonSchema[], meter: Meter): boolean {
  if (!isObject(value)) return true;
  const known = schemas.flatMap((schema) => {
    const properties = isObject(schema) ? member(schema, "properties") : undefined;
    return isObject(properties) ? Object.keys(properties) : [];
  });
  const names = Object.keys(value).slice(0, maxUnknown);
  return known.length === 0 || names.some((name) => known.includes(name) || closest(name, known, meter) !== undefined);
}

function groupByParent(findings: readonly AnyFinding[], code: string): Map<string, AnyFinding[]> {
  return Map.groupBy(
    findings.filter((finding) => finding.code === code),
    (finding) => pointerOf(finding.path.slice(0, -1)),
  );
}

function nameOf(finding: AnyFinding): string {
  return finding.path.at(-1) ?? "";
}
