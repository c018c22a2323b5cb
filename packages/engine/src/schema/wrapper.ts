import type { Json, JsonObject, SpecPackage } from "@assay/contract";
import { isArray, isObject, readMember } from "../json/json.ts";
import { readMembers } from "./subschemas.ts";

/** An object that contains the candidate, such as `{"proposal": {…}}`, or an array whose only item is the candidate. */
export interface Wrapper {
  /** The path from the submitted value to the candidate. */
  readonly path: readonly string[];
  /** The paths of other values in the wrapper, which unwrapping would discard. */
  readonly otherPaths: readonly (readonly string[])[];
  /** Set if the candidate is the only item of an array. */
  readonly isArray?: true;
}

// An object with more properties than this is not a wrapper.
const maxProperties = 8;
const maxDepth = 3;

// An object with fewer known properties than this is not recognized as the candidate.
const minKnown = 2;

/** Finds the wrapper around a candidate by its contents. The names in the wrapper do not matter. */
export function findWrapper(submitted: Json, spec: SpecPackage): Wrapper | undefined {
  const known = listCandidateNames(spec);
  if (isArray(submitted)) {
    const [only] = submitted;
    const isWrapper = submitted.length === 1 && isObject(only) && listKnown(only, known).length >= minKnown;
    return isWrapper ? { path: ["0"], otherPaths: [], isArray: true } : undefined;
  }
  // A wrapper has no known properties itself, but contains exactly one object that does.
  if (!isObject(submitted) || listKnown(submitted, known).length > 0) return undefined;
  const path: string[] = [];
  const otherPaths: (readonly string[])[] = [];
  let object: Json = submitted;
  while (path.length < maxDepth && isObject(object) && listKnown(object, known).length === 0) {
    const names = Object.keys(object);
    if (names.length === 0 || names.length > maxProperties) return undefined;
    const inner = findInner(object, names, known);
    if (inner === undefined) return undefined;
    for (const name of names) {
      if (name !== inner && !isPartOfCall(name, object, spec)) otherPaths.push([...path, name]);
    }
    path.push(inner);
    object = readMember(object, inner) as Json;
  }
  return isObject(object) && listKnown(object, known).length >= minKnown ? { path, otherPaths } : undefined;
}

// Finds the only object that looks like a candidate, or else the only object, which might be another wrapper.
function findInner(object: JsonObject, names: readonly string[], known: readonly string[]): string | undefined {
  const objects = names.filter((name) => isObject(readMember(object, name)));
  const candidates = objects.filter(
    (name) => listKnown(readMember(object, name) as JsonObject, known).length >= minKnown,
  );
  const [only, ...others] = candidates.length > 0 ? candidates : objects;
  return others.length === 0 ? only : undefined;
}

function listKnown(object: JsonObject, known: readonly string[]): readonly string[] {
  return known.filter((name) => Object.hasOwn(object, name));
}

// The request repeats these properties next to the candidate, so they are not lost.
function isPartOfCall(name: string, object: JsonObject, spec: SpecPackage): boolean {
  return isCallProperty(name) && readMember(object, name) === spec[name];
}

/** Whether a property identifies the product or the domain of a call. */
export function isCallProperty(name: string): name is "targetProduct" | "domainId" {
  return name === "targetProduct" || name === "domainId";
}

/** Lists the properties that the candidate schema declares. */
export function listCandidateNames({ candidateSchema }: SpecPackage): readonly string[] {
  return Object.keys(readMembers(candidateSchema, "properties"));
}
