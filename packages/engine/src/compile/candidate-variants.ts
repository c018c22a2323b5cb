import type { Json, JsonSchema, PatchOperation } from "@assay/contract";
import { applyPatch } from "../json/apply-patch.ts";
import { isArray, isContainer, isObject, member } from "../json/json.ts";
import { pointerOf, shownPointer } from "../json/pointer.ts";
import type { SpendSteps } from "../meter.ts";
import { schemasAlwaysAt, schemasAt } from "../schema/schemas-at.ts";
import { requiredBy } from "../schema/subschemas.ts";
import { quoted } from "../text/outside-text.ts";

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
export function* candidateVariants(
  candidate: Json,
  schema: JsonSchema,
  { isRead, spendSteps }: VariantOptions,
): Generator<Variant, void> {
  const places = placesIn(candidate, createEdgesAt(schema, spendSteps)).filter(
    ({ path: [name] }) => name !== undefined && isRead(name),
  );
  function* changed(change: string, patch: readonly PatchOperation[], property?: string): Generator<Variant, void> {
    const applied = applyPatch(candidate, patch, spendSteps);
    if (applied.kind === "ok") yield { change, property, candidate: applied.value };
  }
  // From the end, so that what is inside another one is still there.
  const optional = places.filter(({ isRequired }) => isRequired === "never").map(({ path }) => removal(path));
  yield* changed("without its optional properties", optional.toReversed());
  for (const { path, value, isRequired, edges } of places) {
    const place = quoted(shownPointer(path));
    if (isRequired !== "always") yield* changed(`without ${place}`, [removal(path)], path[0]);
    const { length, bounds } = edges;
    if ((typeof value === "string" || isArray(value)) && value.length > length) {
      const shortened = value.slice(0, length);
      const change = length === 0 ? `with ${place} empty` : `with ${place} cut to a length of ${length}`;
      yield* changed(change, [{ op: "replace", path: pointerOf(path), value: shortened }], path[0]);
    }
    for (const bound of typeof value === "number" ? bounds : []) {
      const change = `with ${bound} at ${place}`;
      yield* changed(change, [{ op: "replace", path: pointerOf(path), value: bound }], path[0]);
    }
  }
}

function removal(path: readonly string[]): PatchOperation {
  return { op: "remove", path: pointerOf(path) };
}

/** What a schema says about the edges of a value, and which properties it must have: always, or in some branch. */
interface Edges {
  /** The least number of items or characters. */
  readonly length: number;
  readonly bounds: readonly number[];
  readonly always: ReadonlySet<string>;
  readonly sometimes: ReadonlySet<string>;
}

type EdgesAt = (pattern: readonly string[]) => Edges;

// A pattern is looked up once, however many values it matches.
function createEdgesAt(root: JsonSchema, spendSteps: SpendSteps): EdgesAt {
  const known = new Map<string, Edges>();
  return (pattern) => {
    const pointer = pointerOf(pattern);
    const before = known.get(pointer);
    if (before) return before;
    const schemas = schemasAt(root, pattern, spendSteps).map(({ schema }) => schema);
    const numbers = (...keywords: readonly string[]) =>
      keywords.flatMap((keyword) =>
        schemas.flatMap((schema) => {
          const value = isObject(schema) ? member(schema, keyword) : undefined;
          return typeof value === "number" ? [value] : [];
        }),
      );
    const edges: Edges = {
      length: Math.max(0, ...numbers("minItems", "minLength")),
      bounds: [...new Set(numbers("minimum", "maximum"))],
      always: new Set(schemasAlwaysAt(root, pattern, spendSteps).flatMap(({ schema }) => requiredBy(schema))),
      sometimes: new Set(schemas.flatMap(requiredBy)),
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

function placesIn(
  value: Json,
  edgesAt: EdgesAt,
  path: readonly string[] = [],
  pattern: readonly string[] = [],
  isRequired: Place["isRequired"] = "always",
): readonly Place[] {
  const edges = edgesAt(pattern);
  const inside = isContainer(value)
    ? Object.entries(value).flatMap(([name, inner]) => {
        if (isArray(value)) return placesIn(inner, edgesAt, [...path, name], [...pattern, "*"]);
        const required = edges.always.has(name) ? "always" : edges.sometimes.has(name) ? "sometimes" : "never";
        return placesIn(inner, edgesAt, [...path, name], [...pattern, name], required);
      })
    : [];
  return [{ path, value, isRequired, edges }, ...inside];
}
