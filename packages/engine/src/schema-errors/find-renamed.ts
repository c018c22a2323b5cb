import { type Json, type JsonObject, type JsonSchema, limits } from "@assay/contract";
import { closest } from "../did-you-mean/closest.ts";
import { matchRenamed } from "../did-you-mean/match-renamed.ts";
import type { AnyFinding } from "../findings/finding.ts";
import { isObject, jsonType, member } from "../json/json.ts";
import { pointerOf, valueAt } from "../json/pointer.ts";
import { type Meter, spend } from "../meter.ts";
import { unknownProperties } from "../registry/registry-keys.ts";
import { acceptedTypes } from "../schema/accepted-types.ts";
import { schemasAt } from "../schema/schemas-at.ts";

// Nobody means a member by these; a patch may not move them either.
const neverRenamed = new Set(["__proto__", "constructor", "prototype"]);

// An object with more strangers than these is not one with slips.
const maxUnknown = 64;

// How many names are compared with how many: every item of a list may be such an object.
const maxComparisons = 512;

// How many unknown members of an object are held against how many missing ones by their values. Any of them may turn out
// to hold the id: no more than the registry can be asked for.
const maxRenamed = limits.registryKeys;

const stepsToMatch = 128;
const stepsPerSchema = 12;

interface FindRenamedInput {
  readonly candidate: Json;
  readonly schema: JsonSchema;
  readonly meter: Meter;
  /** Whether names were changed already: then the candidate is not the one that the registry was asked for. */
  readonly isRenamed: boolean;
}

/** Joins an unknown member and the known one that was meant by it into one finding. */
export function findRenamed(findings: readonly AnyFinding[], reading: FindRenamedInput): readonly AnyFinding[] {
  const { candidate, meter } = reading;
  const unknownIn = groupByParent(findings, "field.unknown");
  if (unknownIn.size === 0) return findings;
  const missingIn = groupByParent(findings, "field.missing");
  const joined = new Set<AnyFinding>();
  const misspelled: AnyFinding[] = [];
  const unwrapped: AnyFinding[] = [];

  for (const [parent, unknown] of unknownIn) {
    const object = valueAt(candidate, unknown[0]?.path.slice(0, -1) ?? []);
    if (!isObject(object) || unknown.length > maxUnknown) continue;
    const missing = new Map((missingIn.get(parent) ?? []).map((finding) => [nameOf(finding), finding]));
    // Each schema that closes the object names the members it knows in every one of its findings.
    const lists = new Map(unknown.map(({ rule, params }) => [rule.at, (params.known ?? []) as readonly string[]]));
    const known = [...new Set([...lists.values()].flat())];
    spend(meter, stepsToMatch + known.length + missing.size);
    const optional = new Set(known.filter((name) => !Object.hasOwn(object, name) && !missing.has(name)));
    const open = new Map(
      unknown.map((finding) => [nameOf(finding), finding] as const).filter(([name]) => !neverRenamed.has(name)),
    );
    const join = (name: string, finding: AnyFinding, expected: string): void => {
      const required = missing.get(expected);
      open.delete(name);
      missing.delete(expected);
      optional.delete(expected);
      joined.add(finding);
      if (required) joined.add(required);
      misspelled.push({
        code: "field.misspelled",
        message: required ? "default" : "optional",
        severity: "error",
        path: finding.path,
        params: { name, expected },
        rule: (required ?? finding).rule,
        groupKey: expected,
      });
    };

    for (const absent of [missing, optional]) {
      if (open.size * absent.size > maxComparisons) continue;
      for (const [name, finding] of open) {
        const expected = closest(name, [...absent.keys()], meter);
        if (expected !== undefined) join(name, finding, expected);
      }
    }
    const renamed = matchRenamed({
      unknown: mayGuess(parent, object, unknown.length, reading) ? [...open.keys()] : [],
      missing: [...missing.keys()].slice(0, maxRenamed),
      fits: (name, expected) => fits(object[name] as Json, missing.get(expected)?.path ?? [], reading),
      written: Object.keys(object),
      known,
    });
    for (const [name, expected] of renamed) {
      const finding = open.get(name);
      if (finding) join(name, finding, expected);
    }
    for (const [name, finding] of open) {
      spend(meter, missing.size);
      const held = wrappedIn(object[name] as Json, missing);
      if (held.length < 2) continue;
      joined.add(finding);
      const params = { ...finding.params, held };
      unwrapped.push({ ...finding, message: "wrapper", params, groupKey: held.join() } as AnyFinding);
    }
  }
  return [...findings.filter((finding) => !joined.has(finding)), ...misspelled, ...unwrapped];
}

// What is guessed to be the id must be what the registry was asked for, by the same count.
function mayGuess(
  parent: string,
  object: JsonObject,
  unknown: number,
  { schema, isRenamed }: FindRenamedInput,
): boolean {
  if (parent !== "") return unknown <= maxRenamed;
  return !isRenamed && unknownProperties(object, schema).length <= maxRenamed;
}

// A whole candidate, or record, that stands one level too deep.
function wrappedIn(value: Json, missing: ReadonlyMap<string, unknown>): readonly string[] {
  return isObject(value) ? [...missing.keys()].filter((name) => Object.hasOwn(value, name)) : [];
}

// Whether a value, and the first item of a list, is of a kind that the schema accepts at a place.
function fits(value: Json, path: readonly string[], { candidate, schema: root, meter }: FindRenamedInput): boolean {
  const pay = (schemas: number) => spend(meter, schemas * stepsPerSchema);
  const place = path.map((token, index) => (Array.isArray(valueAt(candidate, path.slice(0, index))) ? "*" : token));
  const accepts = (inner: Json, at: readonly string[]) => {
    const schemas = schemasAt(root, at, pay).map(({ schema }) => schema);
    return (
      schemas.some((schema) => acceptedTypes(root, schema).has(jsonType(inner))) && resembles(inner, schemas, meter)
    );
  };
  const [item] = Array.isArray(value) ? value : [];
  return accepts(value, place) && (item === undefined || accepts(item, [...place, "*"]));
}

// Any object would do for an object: it is taken for one only if it has a member of it, or nearly.
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
