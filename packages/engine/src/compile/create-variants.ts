import type { Json, JsonSchema, PatchOperation } from "@assay/contract";
import { applyPatch } from "../json/apply-patch.ts";
import { isArray, isContainer, isObject, readMember } from "../json/json.ts";
import { formatPointer, toVisiblePointer } from "../json/pointer.ts";
import type { SpendSteps } from "../meter.ts";
import { findCertainSchemas, findSchemas } from "../schema/find-schemas.ts";
import { readRequired } from "../schema/subschemas.ts";
import { quote } from "../text/sanitize-text.ts";

/** A candidate that differs from another one, and how: the end of a sentence about that one. */
interface Variant {
  readonly change: string;
  /** The property of the candidate in which they differ, if it is one. */
  readonly property?: string | undefined;
  readonly candidate: Json;
}

interface VariantOptions {
  /** Whether it matters what a property of the candidate is. */
  isRead(property: string): boolean;
  readonly spendSteps: SpendSteps;
}

/**
 * Candidates at the edges of what a schema accepts: without all optional properties, without each of them, and with each
 * array, string and number at its bounds. The schema need not accept every one of them.
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
  // From the end, so that what is inside another one is still there.
  const optional = places.filter(({ isRequired }) => isRequired === "never").map(({ path }) => createRemoval(path));
  yield* createVariant("without its optional properties", optional.toReversed());
  for (const { path, value, isRequired, edges } of places) {
    const place = quote(toVisiblePointer(path));
    if (isRequired !== "always") yield* createVariant(`without ${place}`, [createRemoval(path)], path[0]);
    const { length, bounds } = edges;
    if ((typeof value === "string" || isArray(value)) && value.length > length) {
      const shortened = value.slice(0, length);
      const change = length === 0 ? `with ${place} empty` : `with ${place} cut to a length of ${length}`;
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

/** What a schema says about the edges of a value, and which properties it must have: always, or in some branch. */
interface Edges {
  /** The least number of items or characters. */
  readonly length: number;
  readonly bounds: readonly number[];
  readonly always: ReadonlySet<string>;
  readonly sometimes: ReadonlySet<string>;
}

type FindEdges = (pattern: readonly string[]) => Edges;

// A pattern is looked up once, however many values it matches.
function createFindEdges(root: JsonSchema, spendSteps: SpendSteps): FindEdges {
  const known = new Map<string, Edges>();
  return (pattern) => {
    const pointer = formatPointer(pattern);
    const before = known.get(pointer);
    if (before) return before;
    const schemas = findSchemas(root, pattern, spendSteps).map(({ schema }) => schema);
    const listNumbers = (...keywords: readonly string[]) =>
      keywords.flatMap((keyword) =>
        schemas.flatMap((schema) => {
          const value = isObject(schema) ? readMember(schema, keyword) : undefined;
          return typeof value === "number" ? [value] : [];
        }),
      );
    const edges: Edges = {
      length: Math.max(0, ...listNumbers("minItems", "minLength")),
      bounds: [...new Set(listNumbers("minimum", "maximum"))],
      always: new Set(findCertainSchemas(root, pattern, spendSteps).flatMap(({ schema }) => readRequired(schema))),
      sometimes: new Set(schemas.flatMap(readRequired)),
    };
    known.set(pointer, edges);
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
        const required = edges.always.has(name) ? "always" : edges.sometimes.has(name) ? "sometimes" : "never";
        return listPlaces(inner, findEdges, [...path, name], [...pattern, name], required);
      })
    : [];
  return [{ path, value, isRequired, edges }, ...inside];
}
