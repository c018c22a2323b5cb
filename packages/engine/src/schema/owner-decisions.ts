import type { JsonObject, JsonSchema } from "@assay/contract";
import { isObject, readMember } from "../json/json.ts";
import { type Meter, spend } from "../meter.ts";
import { findRefTarget, listSubschemas, type Subschema, walkSubschemas } from "./subschemas.ts";

/** Whether only the owner can decide the value at a path, or a value that contains it. */
export type IsOwnerDecision = (path: readonly string[], meter: Meter) => boolean;

/** Creates a function that tests whether a path leads to, or into, a property that the schema marks with `needs`. */
export function createIsOwnerDecision(root: JsonSchema): IsOwnerDecision {
  // Many references can lead to one place.
  const marked = new Map([...findMarkedProperties(root, root, [])].map(({ place }) => [JSON.stringify(place), place]));
  const places = [...marked.values()];
  return (path, meter) => {
    spend(meter, places.length);
    return places.some(
      (place) =>
        place.length <= path.length && place.every((token, index) => token === undefined || token === path[index]),
    );
  };
}

/** Finds the paths of schemas whose `needs` has no effect, because it marks no property. */
export function findUnusedNeeds(root: JsonSchema): readonly (readonly string[])[] {
  const effective = new Set([...findMarkedProperties(root, root, [])].map(({ schema }) => schema));
  return [...walkSubschemas(root)]
    .filter(({ schema }) => isObject(schema) && isMarked(schema) && !effective.has(schema))
    .map(({ path }) => path);
}

/** The path of a property in a candidate. Undefined matches every item of an array and every key of a map. */
type Place = readonly (string | undefined)[];

const elementKeywords = new Set(["items", "prefixItems", "patternProperties", "additionalProperties"]);
const sameValueKeywords = new Set(["allOf", "anyOf", "oneOf", "then", "else", "dependentSchemas"]);

function* findMarkedProperties(
  root: JsonSchema,
  schema: JsonSchema,
  place: Place,
): Generator<{ readonly schema: JsonObject; readonly place: Place }> {
  if (!isObject(schema)) return;
  if (isMarked(schema) && place.at(-1) !== undefined) yield { schema, place };
  const target = findRefTarget(root, schema);
  if (target) yield* findMarkedProperties(root, target.schema, place);
  for (const child of listSubschemas(schema)) {
    const inside = toPlace(child, place);
    if (inside) yield* findMarkedProperties(root, child.schema, inside);
  }
}

function toPlace({ path: [keyword = "", name] }: Subschema, place: Place): Place | undefined {
  if (keyword === "properties") return [...place, name];
  if (elementKeywords.has(keyword)) return [...place, undefined];
  return sameValueKeywords.has(keyword) ? place : undefined;
}

function isMarked(schema: JsonObject): boolean {
  return readMember(schema, "needs") !== undefined;
}
