import type { Json, JsonObject, SpecPackage } from "@assay/contract";
import { isArray, isObject, readMember } from "../json/json.ts";
import { readMembers } from "./subschemas.ts";

/** An object around a candidate, such as `{"proposal": {…}}`, or an array around it. */
export interface Wrapper {
  /** From the submitted value to what is inside. */
  readonly path: readonly string[];
  /** Paths to what is beside the candidate on the way, and would be lost without the wrapper. */
  readonly beside: readonly (readonly string[])[];
  /** Set if the candidate is the only item of an array. */
  readonly isArray?: true;
}

// An object with more properties than this is not a wrapper.
const maxProperties = 8;
const maxDepth = 3;

// With fewer known properties an object is not recognized as the candidate.
const minKnown = 2;

/** The wrapper in a submitted value, recognized by what it holds, whatever its name. */
export function findWrapper(submitted: Json, spec: SpecPackage): Wrapper | undefined {
  const known = listCandidateNames(spec);
  if (isArray(submitted)) {
    const [only] = submitted;
    const isAround = submitted.length === 1 && isObject(only) && listKnown(only, known).length >= minKnown;
    return isAround ? { path: ["0"], beside: [], isArray: true } : undefined;
  }
  // It has no known property itself, and exactly one of the objects in it has some.
  if (!isObject(submitted) || listKnown(submitted, known).length > 0) return undefined;
  const path: string[] = [];
  const beside: (readonly string[])[] = [];
  let object: Json = submitted;
  while (path.length < maxDepth && isObject(object) && listKnown(object, known).length === 0) {
    const names = Object.keys(object);
    if (names.length === 0 || names.length > maxProperties) return undefined;
    const inner = findInner(object, names, known);
    if (inner === undefined) return undefined;
    for (const name of names) {
      if (name !== inner && !isPartOfCall(name, object, spec)) beside.push([...path, name]);
    }
    path.push(inner);
    object = readMember(object, inner) as Json;
  }
  return isObject(object) && listKnown(object, known).length >= minKnown ? { path, beside } : undefined;
}

// The one object that looks like a candidate; where none does, the only object, which may be a wrapper itself.
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

// The request names these beside the candidate, so they are not lost.
function isPartOfCall(name: string, object: JsonObject, spec: SpecPackage): boolean {
  return isCallProperty(name) && readMember(object, name) === spec[name];
}

/** Whether a property says which product and domain a call is for. */
export function isCallProperty(name: string): name is "targetProduct" | "domainId" {
  return name === "targetProduct" || name === "domainId";
}

/** The properties of a candidate. */
export function listCandidateNames({ candidateSchema }: SpecPackage): readonly string[] {
  return Object.keys(readMembers(candidateSchema, "properties"));
}
