import type { Json, JsonObject, SpecPackage } from "@assay/contract";
import { isObject, member } from "../json/json.ts";

/** A whole candidate inside another object, such as `{"proposal": {…}}`. */
export interface Wrapper {
  /** From the submitted value to the candidate. */
  readonly path: readonly string[];
  /** Paths to what is beside it on the way, and would be lost without the wrapper. */
  readonly beside: readonly (readonly string[])[];
}

// An object with more properties than this is not a wrapper.
const maxProperties = 8;
const maxDepth = 3;

// With fewer known properties an object is not recognized as the candidate.
const minKnown = 2;

/**
 * The wrapper around a candidate, recognized by what it holds, whatever its name: it has no known property itself, and
 * exactly one of the objects in it has some.
 */
export function findWrapper(submitted: Json, spec: SpecPackage): Wrapper | undefined {
  const known = knownNames(spec);
  const path: string[] = [];
  const beside: (readonly string[])[] = [];
  let object = submitted;
  while (path.length < maxDepth && isObject(object) && countKnown(object, known) === 0) {
    const names = Object.keys(object);
    if (names.length === 0 || names.length > maxProperties) return undefined;
    const inner = innerOf(object, names, known);
    if (inner === undefined) return undefined;
    for (const name of names) {
      if (name !== inner && !isPartOfCall(name, object, spec)) beside.push([...path, name]);
    }
    path.push(inner);
    object = member(object, inner) as Json;
  }
  const isCandidate = isObject(object) && countKnown(object, known) >= minKnown;
  return path.length > 0 && isCandidate ? { path, beside } : undefined;
}

// The one object that looks like a candidate; where none does, the only object, which may be a wrapper itself.
function innerOf(object: JsonObject, names: readonly string[], known: readonly string[]): string | undefined {
  const objects = names.filter((name) => isObject(member(object, name)));
  const candidates = objects.filter((name) => countKnown(member(object, name) as JsonObject, known) >= minKnown);
  const [only, ...others] = candidates.length > 0 ? candidates : objects;
  return others.length === 0 ? only : undefined;
}

function countKnown(object: JsonObject, known: readonly string[]): number {
  return known.filter((name) => Object.hasOwn(object, name)).length;
}

// The request names these beside the candidate, so they are not lost.
function isPartOfCall(name: string, object: JsonObject, spec: SpecPackage): boolean {
  return (name === "targetProduct" || name === "domainId") && member(object, name) === spec[name];
}

function knownNames({ candidateSchema }: SpecPackage): readonly string[] {
  const properties = isObject(candidateSchema) ? member(candidateSchema, "properties") : undefined;
  return isObject(properties) ? Object.keys(properties) : [];
}
