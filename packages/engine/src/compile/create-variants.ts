import type { Json, PatchOperation } from "@assay/contract";
import { applyPatch } from "../json/apply-patch.ts";
import { isArray, isContainer, isObject, readMember } from "../json/json.ts";
import { formatPointer, toVisiblePointer } from "../json/pointer.ts";
import type { Meter } from "../meter.ts";
import { findCertainPlaces, findPlaces } from "../schema/find-places.ts";
import type { Part, Place } from "../schema/place.ts";
import { quote } from "../text/sanitize-text.ts";

/** A changed copy of a candidate. `change` completes a sentence about the original: "the test X, without Y". */
interface Variant {
  readonly change: string;
  /** The top-level property that was changed or contains the change; undefined if there can be several. */
  readonly property?: string | undefined;
  readonly candidate: Json;
}

interface VariantOptions {
  /** Whether a rule reads a top-level property. Other properties are left unchanged. */
  isRead(property: string): boolean;
  readonly meter: Meter;
}

/**
 * Yields variants of a candidate at the edges of what its schema accepts: without any optional properties, without each
 * in turn, and with each array, string and number at its bounds. The schema might refuse some of them.
 */
export function* createVariants(
  candidate: Json,
  root: Part,
  { isRead, meter }: VariantOptions,
): Generator<Variant, void> {
  const values = listValues(candidate, createFindConstraints(root, meter)).filter(
    ({ path: [name] }) => name !== undefined && isRead(name),
  );
  function* createVariant(
    change: string,
    patch: readonly PatchOperation[],
    property?: string,
  ): Generator<Variant, void> {
    const applied = applyPatch(candidate, patch, meter);
    if (applied.kind === "ok") yield { change, property, candidate: applied.value };
  }
  // Starts at the end, so that a nested property is removed before the object that contains it.
  const optional = values.filter(({ requirement }) => requirement === "never").map(({ path }) => createRemoval(path));
  yield* createVariant("without its optional properties", optional.toReversed());
  for (const { path, value, requirement, constraints } of values) {
    const location = quote(toVisiblePointer(path));
    if (requirement !== "always") yield* createVariant(`without ${location}`, [createRemoval(path)], path[0]);
    const { minLength, bounds } = constraints;
    if ((typeof value === "string" || isArray(value)) && value.length > minLength) {
      const shortened = value.slice(0, minLength);
      const change = minLength === 0 ? `with ${location} empty` : `with ${location} cut to a length of ${minLength}`;
      yield* createVariant(change, [{ op: "replace", path: formatPointer(path), value: shortened }], path[0]);
    }
    for (const bound of typeof value === "number" ? bounds : []) {
      const change = `with ${bound} at ${location}`;
      yield* createVariant(change, [{ op: "replace", path: formatPointer(path), value: bound }], path[0]);
    }
  }
}

function createRemoval(path: readonly string[]): PatchOperation {
  return { op: "remove", path: formatPointer(path) };
}

/** The bounds that a schema sets for a value, and the places of the value, always or in some branch. */
interface Constraints {
  /** The minimum number of items or characters. */
  readonly minLength: number;
  readonly bounds: readonly number[];
  readonly certain: readonly Place[];
  readonly possible: readonly Place[];
}

type FindConstraints = (pattern: readonly string[]) => Constraints;

// Looks up each pattern once, however many values it matches.
function createFindConstraints(root: Part, meter: Meter): FindConstraints {
  const cache = new Map<string, Constraints>();
  return (pattern) => {
    const pointer = formatPointer(pattern);
    const cached = cache.get(pointer);
    if (cached) return cached;
    const possible = findPlaces(root, pattern, meter);
    const schemas = possible.flatMap((place) => place.parts.map(({ schema }) => schema));
    const listNumbers = (...keywords: readonly string[]) =>
      keywords.flatMap((keyword) =>
        schemas.flatMap((schema) => {
          const value = isObject(schema) ? readMember(schema, keyword) : undefined;
          return typeof value === "number" ? [value] : [];
        }),
      );
    const constraints: Constraints = {
      minLength: Math.max(0, ...listNumbers("minItems", "minLength")),
      bounds: [...new Set(listNumbers("minimum", "maximum"))],
      certain: findCertainPlaces(root, pattern, meter),
      possible,
    };
    cache.set(pointer, constraints);
    return constraints;
  };
}

/** A value in a candidate, with its path and the constraints that the schema sets for it. */
interface LocatedValue {
  readonly path: readonly string[];
  readonly value: Json;
  readonly requirement: "always" | "sometimes" | "never";
  readonly constraints: Constraints;
}

function listValues(
  value: Json,
  findConstraints: FindConstraints,
  path: readonly string[] = [],
  pattern: readonly string[] = [],
  requirement: LocatedValue["requirement"] = "always",
): readonly LocatedValue[] {
  const constraints = findConstraints(pattern);
  const { certain, possible } = constraints;
  const isRequired = (places: readonly Place[], name: string) => places.some((place) => place.required.includes(name));
  const innerValues = isContainer(value)
    ? Object.entries(value).flatMap(([name, inner]) => {
        if (isArray(value)) return listValues(inner, findConstraints, [...path, name], [...pattern, "*"]);
        const innerRequirement = isRequired(certain, name)
          ? "always"
          : isRequired(possible, name)
            ? "sometimes"
            : "never";
        return listValues(inner, findConstraints, [...path, name], [...pattern, name], innerRequirement);
      })
    : [];
  return [{ path, value, requirement, constraints }, ...innerValues];
}
