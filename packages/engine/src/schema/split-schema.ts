import type { Json, JsonObject, JsonSchema } from "@assay/contract";
import { isObject } from "../json/json.ts";
import { escapeToken, pointerOf } from "../json/pointer.ts";
import { codeSizeOf } from "./code-size.ts";
import { discriminatorOf } from "./discriminator.ts";
import { stepCostsOf } from "./step-costs.ts";
import { mapSubschemas, resolveRef, type Subschema } from "./subschemas.ts";

/** What a function reports: every error, or only whether there is one, for which it stops at the first. */
export type Reports = "all" | "first";

/** A part of a schema that becomes one function. */
export interface SchemaFunction {
  readonly reports: Reports;
  /** Where it is in the schema that was split, as a fragment. */
  readonly at: string;
  /** What Ajv compiles: with a price on every subschema, and a call wherever another function takes over. */
  readonly schema: JsonSchema;
}

// Not names that JSON Schema or a spec package could use: the profile refuses unknown keywords.

/** Takes steps from the meter. */
export const meterKeyword = "x-assay-meter";
/** Applies a schema without its errors: those of branches are a flood for machines and a riddle for people. */
export const quietKeyword = "x-assay-quiet";
/** Applies another function, by its number. */
export const callKeyword = "x-assay-call";

// Twice what the schema of a usual spec package needs: the functions of those stay whole.
const usualCodeSize = 60_000;
const callCodeSize = 400;

interface SplitOptions {
  /** Where the numbers of functions begin. Default: 0. */
  readonly firstNumber?: number;
  readonly maxCodeSize?: number | undefined;
}

interface Prepared {
  readonly schema: JsonSchema;
  /** What it costs to apply it, in steps. */
  readonly price: number;
  readonly codeSize: number;
}

/**
 * Splits a schema into functions, each after those that it calls and the schema itself last. What is referred to is a
 * function of its own, however often it is referred to: written out in each place, thirty references to a definition with
 * thirty members would be nine hundred schemas. What would make a function too large becomes another one, so that
 * none takes long to generate.
 */
export function splitSchema(
  root: JsonSchema,
  reports: Reports,
  { firstNumber = 0, maxCodeSize = usualCodeSize }: SplitOptions = {},
): readonly SchemaFunction[] {
  const functions: SchemaFunction[] = [];
  const calls = new Map<string, Prepared>();
  const prices = stepCostsOf(root);

  // A call of the function for what is at a place, which is prepared once. Who calls it pays for it, as for what is written
  // out: a function that finds a value of the wrong type ends before it could pay.
  function callOf(path: readonly string[], reported: Reports, prepare: () => Prepared): Prepared {
    const key = `${reported} ${pointerOf(path)}`;
    let call = calls.get(key);
    if (!call) {
      const { schema, price } = prepare();
      const at = `#${path.map((token) => `/${encodeURIComponent(escapeToken(token))}`).join("")}`;
      const number = firstNumber + functions.push({ reports: reported, at, schema }) - 1;
      call = { schema: { [callKeyword]: number }, price, codeSize: callCodeSize };
      calls.set(key, call);
    }
    return call;
  }

  // `inline` is a property that Ajv has to see: the tag of a discriminated branch.
  function prepared({ schema, path }: Subschema, reported: Reports, inline?: string): Prepared {
    if (!isObject(schema)) return { schema, price: 0, codeSize: 0 };
    const { $id: _id, $defs: _defs, $ref, ...keywords } = schema;
    const tag = discriminatorOf(schema);
    let codeSize = codeSizeOf(schema, path);
    const written = mapSubschemas(keywords, (child) => {
      const [keyword = "", name] = child.path;
      const place = { schema: child.schema, path: [...path, ...child.path] };
      const inside = silent.has(keyword) ? "first" : reported;
      const isBranch = keyword === "oneOf" && tag !== undefined;
      const isTag = keyword === "properties" && name === inline;
      const inner = prepared(place, inside, isBranch ? tag : undefined);
      const fits = codeSize + inner.codeSize <= maxCodeSize || inner.codeSize <= callCodeSize || isBranch || isTag;
      const applied = fits ? inner : callOf(place.path, inside, () => inner);
      codeSize += applied.codeSize;
      return quieted.has(keyword) ? { [quietKeyword]: priced(applied) as Json } : priced(applied);
    });
    const target = typeof $ref === "string" ? resolveRef(root, $ref) : undefined;
    const call = target && callOf(target.path, reported, () => prepared(target, reported));
    return {
      schema: {
        ...written,
        ...(call?.schema as JsonObject | undefined),
        // Ajv looks at the tag of objects only; every branch is an object, so nothing else may pass.
        ...(tag === undefined ? {} : { type: "object", discriminator: { propertyName: tag } }),
      },
      price: (prices.get(schema) ?? 1) + (call?.price ?? 0),
      codeSize,
    };
  }

  const whole = prepared({ schema: root, path: [] }, reports);
  callOf([], reports, () => ({ ...whole, schema: priced(whole) }));
  return functions;
}

function priced({ schema, price }: Prepared): JsonSchema {
  return isObject(schema) ? { ...schema, [meterKeyword]: price } : schema;
}

// Keywords whose schemas are applied without their errors.
const quieted = new Set(["anyOf", "contains"]);
const silent = new Set([...quieted, "not", "if"]);
