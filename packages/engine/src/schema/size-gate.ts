import type { Json, JsonObject, JsonSchema } from "@assay/contract";
import { countMembers, isArray, isObject, readMember } from "../json/json.ts";
import { formatPointer } from "../json/pointer.ts";
import { countMemberSteps, type Meter, spend } from "../meter.ts";
import type { SchemaError } from "./schema-error.ts";
import { findRefTarget, listSubschemas, type Subschema } from "./subschemas.ts";

/** A candidate cut to the limits of its schema, and an error for each array or object that was too large. */
export interface GatedCandidate {
  readonly candidate: Json;
  readonly errors: readonly SchemaError[];
}

/**
 * Creates a function that reports arrays and objects over their limit and cuts them, before anything else reads them.
 * Checking an oversized candidate then costs no more than usual, and the part within the limits is still checked.
 */
export function createSizeGate(schema: JsonSchema): (candidate: Json, meter: Meter) => GatedCandidate {
  const sizes = readSizes(schema, { schema, path: [] });
  return (candidate, meter) => {
    const errors: SchemaError[] = [];
    return { candidate: sizes ? cutValue(candidate, sizes, { errors, meter, path: [] }) : candidate, errors };
  };
}

const stepsToSort = 2;

// The parts of a schema that limit sizes, with references resolved. They are finite: the profile refuses recursion.
interface Sizes {
  readonly pointer: string;
  readonly maxItems: number;
  readonly maxProperties: number;
  readonly items: Sizes | undefined;
  readonly prefix: readonly (Sizes | undefined)[];
  readonly members: ReadonlyMap<string, Sizes | undefined>;
  readonly additional: Sizes | undefined;
  readonly applied: readonly Sizes[];
}

function readSizes(root: JsonSchema, { schema, path }: Subschema): Sizes | undefined {
  if (!isObject(schema)) return undefined;
  const children = listSubschemas(schema).map((child) => ({
    ...child,
    inner: { ...child, path: [...path, ...child.path] },
  }));
  const readSizesAt = (keyword: string) =>
    children.filter((child) => child.path[0] === keyword).map(({ inner }) => readSizes(root, inner));
  const target = findRefTarget(root, schema);
  const members = children.filter((child) => child.path[0] === "properties");
  const sizes = {
    pointer: formatPointer(path),
    maxItems: readLimit(schema, "maxItems"),
    maxProperties: readLimit(schema, "maxProperties"),
    items: readSizesAt("items")[0],
    prefix: readSizesAt("prefixItems"),
    members: new Map(members.map(({ path: [, name = ""], inner }) => [name, readSizes(root, inner)])),
    additional: readSizesAt("additionalProperties")[0],
    applied: [...(target ? [readSizes(root, target)] : []), ...readSizesAt("allOf")].filter(
      (inner) => inner !== undefined,
    ),
  };
  const inside = [sizes.items, sizes.additional, ...sizes.prefix, ...sizes.members.values(), ...sizes.applied];
  const hasLimit = Number.isFinite(sizes.maxItems) || Number.isFinite(sizes.maxProperties) || inside.some(Boolean);
  return hasLimit ? sizes : undefined;
}

function readLimit(schema: JsonObject, keyword: string): number {
  const max = readMember(schema, keyword);
  return typeof max === "number" ? max : Number.POSITIVE_INFINITY;
}

interface CutContext {
  readonly errors: SchemaError[];
  readonly meter: Meter;
  /** The path from the root to the current value, formatted as a pointer only for an error. */
  readonly path: (string | number)[];
}

// Copies only what it changes: a candidate within its limits is returned unchanged.
function cutValue(value: Json, sizes: Sizes, context: CutContext): Json {
  spend(context.meter, 1);
  let kept = value;
  if (isArray(value)) {
    const isLong = value.length > sizes.maxItems;
    const items = isLong ? value.slice(0, reportOversized("maxItems", value.length, sizes, context)) : value;
    kept = cutItems(items, sizes, context);
  } else if (isObject(value)) {
    kept = cutMembers(cutProperties(value, sizes, context), sizes, context);
  }
  for (const applied of sizes.applied) kept = cutValue(kept, applied, context);
  return kept;
}

function cutProperties(object: JsonObject, sizes: Sizes, context: CutContext): JsonObject {
  if (!Number.isFinite(sizes.maxProperties)) return object;
  const length = countMembers(object);
  spend(context.meter, countMemberSteps(length));
  if (length <= sizes.maxProperties) return object;
  spend(context.meter, stepsToSort * countMemberSteps(length));
  const names = Object.keys(object)
    .sort()
    .slice(0, reportOversized("maxProperties", length, sizes, context));
  return Object.fromEntries(names.map((name) => [name, object[name] as Json]));
}

function cutItems(list: readonly Json[], sizes: Sizes, context: CutContext): readonly Json[] {
  if (!sizes.items && sizes.prefix.length === 0) return list;
  let changed: Json[] | undefined;
  for (let index = 0; index < list.length; index += 1) {
    const item = list[index] as Json;
    const inner = index < sizes.prefix.length ? sizes.prefix[index] : sizes.items;
    const kept = inner ? cutChild(index, item, inner, context) : item;
    if (kept === item) continue;
    changed ??= [...list];
    changed[index] = kept;
  }
  return changed ?? list;
}

function cutMembers(object: JsonObject, sizes: Sizes, context: CutContext): JsonObject {
  if (!sizes.additional && sizes.members.size === 0) return object;
  let changed: Map<string, Json> | undefined;
  for (const name of sizes.additional ? Object.keys(object) : sizes.members.keys()) {
    const inner = sizes.members.has(name) ? sizes.members.get(name) : sizes.additional;
    const value = inner && readMember(object, name);
    if (inner === undefined || value === undefined) continue;
    const kept = cutChild(name, value, inner, context);
    if (kept === value) continue;
    changed ??= new Map(Object.entries(object));
    changed.set(name, kept);
  }
  return changed ? Object.fromEntries(changed) : object;
}

function cutChild(token: string | number, value: Json, sizes: Sizes, context: CutContext): Json {
  context.path.push(token);
  const kept = cutValue(value, sizes, context);
  context.path.pop();
  return kept;
}

function reportOversized(
  keyword: "maxItems" | "maxProperties",
  size: number,
  sizes: Sizes,
  { errors, path }: CutContext,
): number {
  const schemaPath = `#${sizes.pointer.split("/").map(encodeURIComponent).join("/")}/${keyword}`;
  const params = { limit: sizes[keyword], size };
  errors.push({ keyword, instancePath: formatPointer(path.map(String)), schemaPath, params });
  return sizes[keyword];
}
