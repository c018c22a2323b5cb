import { escapeToken, type JsonObject, type JsonSchema } from "@assay/contract";
import { isObject } from "../json/json.ts";
import { pointerOf } from "../json/pointer.ts";
import { branchesOf } from "./accepted-types.ts";
import { codeSizeOf } from "./code-size.ts";
import { discriminatorOf } from "./discriminator.ts";
import { asSchema, mapSubschemas, resolveRef, type Subschema, walkSubschemas } from "./subschemas.ts";

/** What a function reports: every error, or only whether there is one, for which it stops at the first. */
export type Reports = "all" | "first";

/** A part of a schema that becomes one function. */
export interface SchemaFunction {
  readonly reports: Reports;
  /** Where it is in the schema that was split, as a fragment. */
  readonly at: string;
  /** The schema that Ajv compiles: with a cost on every subschema, and a call wherever another function takes over. */
  readonly schema: JsonSchema;
}

// Neither JSON Schema nor a spec package can use these names: the profile refuses unknown keywords.

/** Takes steps from the meter. */
export const meterKeyword = "x-assay-meter";
/** Applies a schema without its errors: those of all branches would be too many, and say little. */
export const quietKeyword = "x-assay-quiet";
/** Applies another function, by its number. */
export const callKeyword = "x-assay-call";

// Twice the size of a usual spec package, so that its functions are not split.
const usualCodeSize = 60_000;
const callCodeSize = 400;

interface SplitOptions {
  /** Where the numbers of functions begin. Default: 0. */
  readonly firstNumber?: number;
  readonly maxCodeSize?: number | undefined;
}

interface Prepared {
  readonly schema: JsonSchema;
  /** In steps, each time it is applied. */
  readonly cost: number;
  readonly codeSize: number;
}

/**
 * Splits a schema into functions, each after those that it calls and the schema itself last. The target of a `$ref` is a
 * function of its own: inlined, thirty references to a definition with thirty properties would be nine hundred schemas.
 * A subschema that would make a function too large becomes another one, so that none takes long to generate.
 */
export function splitSchema(
  root: JsonSchema,
  reports: Reports,
  { firstNumber = 0, maxCodeSize = usualCodeSize }: SplitOptions = {},
): readonly SchemaFunction[] {
  const functions: SchemaFunction[] = [];
  const calls = new Map<string, Prepared>();
  const costs = stepCostsOf(root);

  // A call of the function for a subschema, which is prepared once. The caller takes the steps, as for an inlined subschema:
  // a function that finds a value of the wrong type ends before it could.
  function callOf(path: readonly string[], reported: Reports, prepare: () => Prepared): Prepared {
    const key = `${reported} ${pointerOf(path)}`;
    let call = calls.get(key);
    if (!call) {
      const { schema, cost } = prepare();
      const at = `#${path.map((token) => `/${encodeURIComponent(escapeToken(token))}`).join("")}`;
      const number = firstNumber + functions.push({ reports: reported, at, schema }) - 1;
      call = { schema: { [callKeyword]: number }, cost, codeSize: callCodeSize };
      calls.set(key, call);
    }
    return call;
  }

  // `tag` is the property of a branch by which Ajv selects it: it must be in the branch itself, and not behind a call.
  function prepared({ schema, path }: Subschema, reported: Reports, tag?: Tag): Prepared {
    if (!isObject(schema)) return { schema, cost: 0, codeSize: 0 };
    const { $id: _id, $defs: _defs, $ref, ...keywords } = schema;
    const discriminator = discriminatorOf(root, schema);
    let codeSize = codeSizeOf(schema, path);
    const written = mapSubschemas(keywords, (child) => {
      const [keyword = "", name] = child.path;
      const subschema = { schema: child.schema, path: [...path, ...child.path] };
      const inside = silent.has(keyword) ? "first" : reported;
      const isBranch = keyword === "oneOf" && discriminator !== undefined;
      const isTag = keyword === "properties" && name === tag?.name;
      const inner = prepared(
        subschema,
        inside,
        isBranch ? { name: discriminator.name, value: discriminator.tags[Number(name)] ?? "" } : undefined,
      );
      const fits = codeSize + inner.codeSize <= maxCodeSize || inner.codeSize <= callCodeSize || isBranch || isTag;
      const applied = fits ? inner : callOf(subschema.path, inside, () => inner);
      codeSize += applied.codeSize;
      return quieted.has(keyword) ? { [quietKeyword]: withCost(applied) } : withCost(applied);
    });
    const target = typeof $ref === "string" ? resolveRef(root, $ref) : undefined;
    const call = target && callOf(target.path, reported, () => prepared(target, reported));
    return {
      schema: {
        ...(tag && call ? withTag(written, tag) : written),
        ...(isObject(call?.schema) ? call.schema : {}),
        // Ajv looks at the tag of objects only; every branch is an object, so nothing else may pass.
        ...(discriminator && { type: "object", discriminator: { propertyName: discriminator.name } }),
      },
      cost: (costs.get(schema) ?? 1) + (call?.cost ?? 0),
      codeSize,
    };
  }

  const whole = prepared({ schema: root, path: [] }, reports);
  callOf([], reports, () => ({ ...whole, schema: withCost(whole) }));
  return functions;
}

interface Tag {
  readonly name: string;
  readonly value: string;
}

// A branch that refers to the definition with its tag has the tag too: Ajv selects it by this, so neither keyword ever fails.
function withTag(branch: JsonObject, { name, value }: Tag): JsonObject {
  const { required = [], properties = {} } = branch;
  const own = isObject(properties) ? properties : {};
  return {
    ...branch,
    required: [...new Set([required, name].flat())],
    properties: { ...own, [name]: { ...(isObject(own[name]) ? own[name] : {}), const: value } },
  };
}

function withCost({ schema, cost }: Prepared): JsonSchema {
  return isObject(schema) ? { ...schema, [meterKeyword]: cost } : schema;
}

// Keywords whose schemas are applied without their errors.
const quieted = new Set(["anyOf", "contains"]);
const silent = new Set([...quieted, "not", "if"]);

/** The steps that each subschema costs when it is applied to a value. */
function stepCostsOf(root: JsonSchema): ReadonlyMap<JsonObject, number> {
  const costs = new Map<JsonObject, number>();
  addCosts(root, costs);
  return costs;
}

// The cost grows with the size of the schema or definition: V8 never makes a large function as fast as a small one.
function addCosts(schema: JsonSchema, costs: Map<JsonObject, number>): void {
  if (!isObject(schema)) return;
  const { $defs, ...itself } = schema;
  const [, ...parts] = [...walkSubschemas(isObject($defs) ? itself : schema)].map((part) => part.schema);
  const factor = Math.ceil((1 + parts.length) / 50);
  for (const part of [schema, ...parts]) if (isObject(part)) costs.set(part, factor * costOf(part));
  if (isObject($defs)) for (const definition of Object.values($defs)) addCosts(asSchema(definition), costs);
}

// One step, and more for every name and value that a single value can be compared with.
function costOf(schema: JsonObject): number {
  const { required = [], dependentRequired = {}, properties = {}, enum: values = [], const: value = null } = schema;
  const names = [required, isObject(dependentRequired) ? Object.values(dependentRequired) : []].flat(2).length;
  const texts = JSON.stringify([values, value]).length;
  return (
    1 +
    names +
    branchesOf(schema, "anyOf").length +
    Math.floor(Object.keys(isObject(properties) ? properties : {}).length / 8 + texts / 32)
  );
}
