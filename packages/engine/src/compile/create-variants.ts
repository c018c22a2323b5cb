import type { Json, JsonSchema, PatchOperation } from "@assay/contract";
import { applyPatch } from "../json/apply-patch.ts";
import { isArray, isContainer, isObject, readMember } from "../json/json.ts";
import { formatPointer, toVisiblePointer } from "../json/pointer.ts";
import type { SpendSteps } from "../meter.ts";
import { findCertainSchemas, findSchemas } from "../schema/find-schemas.ts";
import { readRequired } from "../schema/subschemas.ts";
import { quote } from "../text/sanitize-text.ts";

/** A changed copy of a candidate. `change` completes a sentence about the original: "the test X, without Y". */
interface Variant {
  readonly change: string;
  /** The top-level property that was changed or contains the change; undefined if there may be several. */
  readonly property?: string | undefined;
  readonly candidate: Json;
}

interface VariantOptions {
  /** Whether a rule reads a top-level property; others are left unchanged. */
  isRead(property: string): boolean;
  readonly spendSteps: SpendSteps;
}

/**
 * Yields variants of a candidate at the edges of what its schema accepts: without all optional properties, without each of
 * them, and with each array, string and number at its bounds. The schema may refuse some of them.
 */
export function* createVariants(
  candidate: Json,
  schema: JsonSchema,
  { isRead, spendSteps }: VariantOptions,
): Generator<Variant, void> {
  const places = listPlaces(candidate, createFindEdges(schema, spendSteps)).filter(
    ({ path: [name] }) => name !== undefined && isRead(name),
  );
  function* createVariant(
    change: string,
    patch: readonly PatchOperation[],
    property?: string,
  ): Generator<Variant, void> {
    const applied = applyPatch(candidate, patch, spendSteps);
    if (applied.kind === "ok") yield { change, property, candidate: applied.value };
  }
  // From the end, so that a nested property is removed before the object that contains it.
  const optional = places.filter(({ isRequired }) => isRequired === "never").map(({ path }) => createRemoval(path));
  yield* createVariant("without its optional properties", optional.toReversed());
  for (const { path, value, isRequired, edges } of places) {
    const place = quote(toVisiblePointer(path));
    if (isRequired !== "always") yield* createVariant(`without ${place}`, [createRemoval(path)], path[0]);
    const { minLength, bounds } = edges;
    if ((typeof value === "string" || isArray(value)) && value.length > minLength) {
      const shortened = value.slice(0, minLength);
      const change = minLength === 0 ? `with ${place} empty` : `with ${place} cut to a length of ${minLength}`;
      yield* createVariant(change, [{ op: "replace", path: formatPointer(path), value: shortened }], path[0]);
    }
    for (const bound of typeof value === "number" ? bounds : []) {
      const change = `with ${bound} at ${place}`;
      yield* createVariant(change, [{ op: "replace", path: formatPointer(path), value: bound }], path[0]);
    }
  }
}

function createRemoval(path: readonly string[]): PatchOperation {
  return { op: "remove", path: formatPointer(path) };
}

/** The bounds that a schema sets for a value, and the properties that it requires in it, always or in some branch. */
interface Edges {
  /** The minimum number of items or characters. */
  readonly minLength: number;
  readonly bounds: readonly number[];
  readonly required: ReadonlySet<string>;
  readonly requiredInBranch: ReadonlySet<string>;
}

type FindEdges = (pattern: readonly string[]) => Edges;

// Looks up each pattern once, however many values it matches.
function createFindEdges(root: JsonSchema, spendSteps: SpendSteps): FindEdges {
  const cache = new Map<string, Edges>();
  return (pattern) => {
    const pointer = formatPointer(pattern);
    const cached = cache.get(pointer);
    if (cached) return cached;
    const schemas = findSchemas(root, pattern, spendSteps).map(({ schema }) => schema);
    const listNumbers = (...keywords: readonly string[]) =>
      keywords.flatMap((keyword) =>
        schemas.flatMap((schema) => {
          const value = isObject(schema) ? readMember(schema, keyword) : undefined;
          return typeof value === "number" ? [value] : [];
        }),
      );
    const edges: Edges = {
      minLength: Math.max(0, ...listNumbers("minItems", "minLength")),
      bounds: [...new Set(listNumbers("minimum", "maximum"))],
      required: new Set(findCertainSchemas(root, pattern, spendSteps).flatMap(({ schema }) => readRequired(schema))),
      requiredInBranch: new Set(schemas.flatMap(readRequired)),
    };
    cache.set(pointer, edges);
    return edges;
  };
}

/** A value in a candidate. */
interface Place {
  readonly path: readonly string[];
  readonly value: Json;
  readonly isRequired: "always" | "sometimes" | "never";
  readonly edges: Edges;
}

function listPlaces(
  value: Json,
  findEdges: FindEdges,
  path: readonly string[] = [],
  pattern: readonly string[] = [],
  isRequired: Place["isRequired"] = "always",
): readonly Place[] {
  const edges = findEdges(pattern);
  const inside = isContainer(value)
    ? Object.entries(value).flatMap(([name, inner]) => {
        if (isArray(value)) return listPlaces(inner, findEdges, [...path, name], [...pattern, "*"]);
        const required = edges.required.has(name) ? "always" : edges.requiredInBranch.has(name) ? "sometimes" : "never";
        return listPlaces(inner, findEdges, [...path, name], [...pattern, name], required);
      })
    : [];
  return [{ path, value, isRequired, edges }, ...inside];
}
