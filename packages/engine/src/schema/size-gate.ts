import type { Json, JsonObject, JsonSchema } from "@assay/contract";
import { countMembers, isArray, isObject, readMember } from "../json/json.ts";
import { formatPointer } from "../json/pointer.ts";
import { countMemberSteps, type Meter, spend } from "../meter.ts";
import type { SchemaError } from "./schema-error.ts";
import { findRefTarget, listSubschemas, type Subschema } from "./subschemas.ts";

/** A candidate within its limits, and what was over them. */
export interface GatedCandidate {
  readonly candidate: Json;
  readonly errors: readonly SchemaError[];
}

/**
 * Reports arrays and objects over their limit and cuts them to it before anything else reads them, so that a flood costs no
 * more than an honest candidate, and the part within the limit is still checked.
 */
export function createSizeGate(schema: JsonSchema): (candidate: Json, meter: Meter) => GatedCandidate {
  const sizes = readSizes(schema, { schema, path: [] });
  return (candidate, meter) => {
    const errors: SchemaError[] = [];
    return { candidate: sizes ? cutValue(candidate, sizes, { errors, meter, path: [] }) : candidate, errors };
  };
}

const stepsToSort = 2;

// The part of a schema that limits sizes, with its references followed: a fraction of it, and finite.
interface Sizes {
  readonly at: string;
  readonly maxItems: number;
  readonly maxProperties: number;
  readonly items: Sizes | undefined;
  readonly prefix: readonly (Sizes | undefined)[];
  readonly members: ReadonlyMap<string, Sizes | undefined>;
  readonly others: Sizes | undefined;
  readonly beside: readonly Sizes[];
}

function readSizes(root: JsonSchema, { schema, path }: Subschema): Sizes | undefined {
  if (!isObject(schema)) return undefined;
  const children = listSubschemas(schema).map((child) => ({
    ...child,
    inner: { ...child, path: [...path, ...child.path] },
  }));
  const readUnder = (keyword: string) =>
    children.filter((child) => child.path[0] === keyword).map(({ inner }) => readSizes(root, inner));
  const target = findRefTarget(root, schema);
  const members = children.filter((child) => child.path[0] === "properties");
  const sizes = {
    at: formatPointer(path),
    maxItems: readLimit(schema, "maxItems"),
    maxProperties: readLimit(schema, "maxProperties"),
    items: readUnder("items")[0],
    prefix: readUnder("prefixItems"),
    members: new Map(members.map(({ path: [, name = ""], inner }) => [name, readSizes(root, inner)])),
    others: readUnder("additionalProperties")[0],
    beside: [...(target ? [readSizes(root, target)] : []), ...readUnder("allOf")].filter(
      (inner) => inner !== undefined,
    ),
  };
  const inside = [sizes.items, sizes.others, ...sizes.prefix, ...sizes.members.values(), ...sizes.beside];
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
  /** From the root to the current value; it becomes a pointer only for an error. */
  readonly path: (string | number)[];
}

// Copies only what it changes: a candidate within its limits is returned as it is.
function cutValue(value: Json, sizes: Sizes, cutting: CutContext): Json {
  spend(cutting.meter, 1);
  let kept = value;
  if (isArray(value)) {
    const isLong = value.length > sizes.maxItems;
    const items = isLong ? value.slice(0, reportOver("maxItems", value.length, sizes, cutting)) : value;
    kept = cutItems(items, sizes, cutting);
  } else if (isObject(value)) {
    kept = cutMembers(cutProperties(value, sizes, cutting), sizes, cutting);
  }
  for (const beside of sizes.beside) kept = cutValue(kept, beside, cutting);
  return kept;
}

function cutProperties(object: JsonObject, sizes: Sizes, cutting: CutContext): JsonObject {
  if (!Number.isFinite(sizes.maxProperties)) return object;
  const length = countMembers(object);
  spend(cutting.meter, countMemberSteps(length));
  if (length <= sizes.maxProperties) return object;
  spend(cutting.meter, stepsToSort * countMemberSteps(length));
  const names = Object.keys(object)
    .sort()
    .slice(0, reportOver("maxProperties", length, sizes, cutting));
  return Object.fromEntries(names.map((name) => [name, object[name] as Json]));
}

function cutItems(list: readonly Json[], sizes: Sizes, cutting: CutContext): readonly Json[] {
  if (!sizes.items && sizes.prefix.length === 0) return list;
  let changed: Json[] | undefined;
  for (let index = 0; index < list.length; index += 1) {
    const item = list[index] as Json;
    const inner = index < sizes.prefix.length ? sizes.prefix[index] : sizes.items;
    const kept = inner ? cutInside(index, item, inner, cutting) : item;
    if (kept === item) continue;
    changed ??= [...list];
    changed[index] = kept;
  }
  return changed ?? list;
}

function cutMembers(object: JsonObject, sizes: Sizes, cutting: CutContext): JsonObject {
  if (!sizes.others && sizes.members.size === 0) return object;
  let changed: Map<string, Json> | undefined;
  for (const name of sizes.others ? Object.keys(object) : sizes.members.keys()) {
    const inner = sizes.members.has(name) ? sizes.members.get(name) : sizes.others;
    const value = inner && readMember(object, name);
    if (inner === undefined || value === undefined) continue;
    const kept = cutInside(name, value, inner, cutting);
    if (kept === value) continue;
    changed ??= new Map(Object.entries(object));
    changed.set(name, kept);
  }
  return changed ? Object.fromEntries(changed) : object;
}

function cutInside(token: string | number, value: Json, sizes: Sizes, cutting: CutContext): Json {
  cutting.path.push(token);
  const kept = cutValue(value, sizes, cutting);
  cutting.path.pop();
  return kept;
}

function reportOver(
  keyword: "maxItems" | "maxProperties",
  size: number,
  sizes: Sizes,
  { errors, path }: CutContext,
): number {
  const schemaPath = `#${sizes.at.split("/").map(encodeURIComponent).join("/")}/${keyword}`;
  const params = { limit: sizes[keyword], size };
  errors.push({ keyword, instancePath: formatPointer(path.map(String)), schemaPath, params });
  return sizes[keyword];
}
