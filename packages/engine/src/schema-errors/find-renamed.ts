import { type Json, type JsonObject, type JsonSchema, limits } from "@assay/contract";
import { closest } from "../did-you-mean/closest.ts";
import { pairRenamed } from "../did-you-mean/match-renamed.ts";
import type { AnyFinding } from "../findings/finding.ts";
import { isObject, jsonType, member } from "../json/json.ts";
import { pointerOf, valueAt } from "../json/pointer.ts";
import { type Meter, spend } from "../meter.ts";
import { strangersIn } from "../registry/registry-keys.ts";
import { kindsOf } from "../schema/accepted-types.ts";
import { schemasAt } from "../schema/schemas-at.ts";

// Nobody means a member by these; a patch may not move them either.
const neverMeant = new Set(["__proto__", "constructor", "prototype"]);

// An object with more strangers than these is not one with slips.
const mostNear = 64;

// How many names are compared with how many: every item of a list may be such an object.
const mostComparisons = 512;

// How many unknown members of an object are held against how many missing ones by their values. Any of them may turn out
// to hold the id: no more than the registry can be asked for.
const mostMeant = limits.registryKeys;

const stepsToPair = 128;
const stepsPerSchema = 12;

interface PairReading {
  readonly candidate: Json;
  readonly schema: JsonSchema;
  readonly meter: Meter;
  /** Whether names were changed already: then the candidate is not the one that the registry was asked for. */
  readonly isRenamed: boolean;
}

/** Joins an unknown member and the known one that was meant by it into one finding. */
export function pairMisspelled(findings: readonly AnyFinding[], reading: PairReading): readonly AnyFinding[] {
  const { candidate, meter } = reading;
  const unknownIn = groupByParent(findings, "field.unknown");
  if (unknownIn.size === 0) return findings;
  const missingIn = groupByParent(findings, "field.missing");
  const joined = new Set<AnyFinding>();
  const misspelled: AnyFinding[] = [];
  const unwrapped: AnyFinding[] = [];

  for (const [parent, unknown] of unknownIn) {
    const object = valueAt(candidate, unknown[0]?.tokens.slice(0, -1) ?? []);
    if (!isObject(object) || unknown.length > mostNear) continue;
    const missing = new Map((missingIn.get(parent) ?? []).map((finding) => [nameOf(finding), finding]));
    // Each schema that closes the object names the members it knows in every one of its findings.
    const lists = new Map(unknown.map(({ rule, params }) => [rule.at, (params.known ?? []) as readonly string[]]));
    const known = [...new Set([...lists.values()].flat())];
    spend(meter, stepsToPair + known.length + missing.size);
    const optional = new Set(known.filter((name) => !Object.hasOwn(object, name) && !missing.has(name)));
    const open = new Map(
      unknown.map((finding) => [nameOf(finding), finding] as const).filter(([name]) => !neverMeant.has(name)),
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
        tokens: finding.tokens,
        params: { name, expected },
        rule: (required ?? finding).rule,
        sameness: expected,
      });
    };

    for (const absent of [missing, optional]) {
      if (open.size * absent.size > mostComparisons) continue;
      for (const [name, finding] of open) {
        const expected = closest(name, [...absent.keys()], meter);
        if (expected !== undefined) join(name, finding, expected);
      }
    }
    const renamed = pairRenamed({
      unknown: mayGuess(parent, object, unknown.length, reading) ? [...open.keys()] : [],
      missing: [...missing.keys()].slice(0, mostMeant),
      fits: (name, expected) => fits(object[name] as Json, missing.get(expected)?.tokens ?? [], reading),
      written: Object.keys(object),
      known,
    });
    for (const [name, expected] of renamed) {
      const finding = open.get(name);
      if (finding) join(name, finding, expected);
    }
    for (const [name, finding] of open) {
      spend(meter, missing.size);
      const held = heldIn(object[name] as Json, missing);
      if (held.length < 2) continue;
      joined.add(finding);
      const params = { ...finding.params, held };
      unwrapped.push({ ...finding, message: "wrapper", params, sameness: held.join() } as AnyFinding);
    }
  }
  return [...findings.filter((finding) => !joined.has(finding)), ...misspelled, ...unwrapped];
}

// What is guessed to be the id must be what the registry was asked for, by the same count.
function mayGuess(parent: string, object: JsonObject, unknown: number, { schema, isRenamed }: PairReading): boolean {
  if (parent !== "") return unknown <= mostMeant;
  return !isRenamed && strangersIn(object, schema).length <= mostMeant;
}

// A whole candidate, or record, that stands one level too deep.
function heldIn(value: Json, missing: ReadonlyMap<string, unknown>): readonly string[] {
  return isObject(value) ? [...missing.keys()].filter((name) => Object.hasOwn(value, name)) : [];
}

// Whether a value, and the first item of a list, is of a kind that the schema accepts at a place.
function fits(value: Json, tokens: readonly string[], { candidate, schema: root, meter }: PairReading): boolean {
  const pay = (schemas: number) => spend(meter, schemas * stepsPerSchema);
  const place = tokens.map((token, index) => (Array.isArray(valueAt(candidate, tokens.slice(0, index))) ? "*" : token));
  const accepts = (inner: Json, at: readonly string[]) => {
    const schemas = schemasAt(root, at, pay).map(({ schema }) => schema);
    return schemas.some((schema) => kindsOf(root, schema).has(jsonType(inner))) && resembles(inner, schemas, meter);
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
  const names = Object.keys(value).slice(0, mostNear);
  return known.length === 0 || names.some((name) => known.includes(name) || closest(name, known, meter) !== undefined);
}

function groupByParent(findings: readonly AnyFinding[], code: string): Map<string, AnyFinding[]> {
  return Map.groupBy(
    findings.filter((finding) => finding.code === code),
    (finding) => pointerOf(finding.tokens.slice(0, -1)),
  );
}

function nameOf(finding: AnyFinding): string {
  return finding.tokens.at(-1) ?? "";
}
