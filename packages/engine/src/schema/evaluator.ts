import type { Json, JsonObject, JsonSchema } from "@assay/contract";
import { _, Ajv2020, type ErrorObject, type KeywordCxt, Name } from "ajv/dist/2020.js";
import { isObject, member } from "../json/json.ts";
import { createMeter, type Meter, overBudget, spend } from "../meter.ts";
import { countingKeywords } from "./counting-keywords.ts";
import { createFormats } from "./formats.ts";
import { lengthKeywords } from "./length-keywords.ts";
import { multipleKeyword } from "./multiple-keyword.ts";
import { compilePattern } from "./pattern.ts";
import { rewrite, walk } from "./tree.ts";
import { branchesOf } from "./value-types.ts";

/** What the evaluator says of one broken keyword. */
export type SchemaError = Pick<ErrorObject, "instancePath" | "schemaPath" | "keyword" | "params" | "propertyName">;

/** Compiles schemas of the profile into metered functions. */
export interface SchemaEvaluator {
  /** All errors of a value, or more than `mostErrors` of them. */
  compileAll(schema: JsonSchema): (value: Json, meter: Meter) => readonly SchemaError[];
  /** Whether a value fits, stopping at the first error. */
  compileFirst(schema: JsonSchema): (value: Json, meter: Meter) => boolean;
}

// Not names that JSON Schema or a spec package could use: the profile refuses unknown keywords.
const meterKeyword = "x-assay-meter";

/** Applies a schema without its errors: those of branches are a flood for machines and a riddle for people. */
export const quietKeyword = "x-assay-quiet";

/** With more errors than this, evaluation ends where it is. */
export const mostErrors = 2_000;

// The variables in which generated code counts and keeps errors.
const errorCount = new Name("errors");
const errorList = new Name("vErrors");

interface Slot {
  meter: Meter;
  /** The errors up to where there were too many of them. */
  flood: readonly SchemaError[] | undefined;
}

/**
 * Ajv inside the profile. The profile is checked first: Ajv turns schemas into code and treats them as trusted.
 * Every subschema carries a keyword whose generated code pays for it, so no input runs longer than the meter allows.
 */
export function createSchemaEvaluator(options: { readonly assertFormats: boolean }): SchemaEvaluator {
  // Generated code and patterns reach the meter of the running call through this slot; calls never interleave.
  const slot: Slot = { meter: createMeter(0), flood: undefined };
  const all = createAjv(slot, { allErrors: true, ...options });
  const first = createAjv(slot, { allErrors: false, ...options });

  return {
    compileAll(schema) {
      const validate = all.compile(metered(schema));
      return (value, meter) => {
        slot.meter = meter;
        slot.flood = undefined;
        try {
          return validate(value) ? [] : (validate.errors ?? []);
        } catch (reason) {
          if (slot.flood) return slot.flood;
          throw reason;
        }
      };
    },
    compileFirst(schema) {
      const validate = first.compile(metered(schema));
      return (value, meter) => {
        slot.meter = meter;
        return validate(value) as boolean;
      };
    },
  };
}

function createAjv(slot: Slot, options: { allErrors: boolean; assertFormats: boolean }): Ajv2020 {
  const pay = (steps: number) => spend(slot.meter, steps);
  const ajv = new Ajv2020({
    allErrors: options.allErrors,
    // `required: ["toString"]` is satisfied by {} otherwise.
    ownProperties: true,
    discriminator: true,
    // The profile is our own meta-schema, and it was checked before.
    meta: false,
    validateSchema: false,
    addUsedSchema: false,
    strict: false,
    messages: false,
    logger: false,
    validateFormats: options.assertFormats,
    formats: createFormats(pay),
    code: {
      regExp: Object.assign((pattern: string) => compilePattern(pattern, pay), { code: "assayPattern" }),
    },
  });
  for (const definition of [lengthKeywords(pay), multipleKeyword(pay), ...countingKeywords(pay)]) {
    for (const keyword of [definition.keyword].flat()) ajv.removeKeyword(keyword);
    ajv.addKeyword(definition);
  }
  ajv.addKeyword({
    keyword: meterKeyword,
    schemaType: "number",
    before: "$ref",
    code(cxt: KeywordCxt) {
      const { gen } = cxt;
      const running = gen.scopeValue("obj", { ref: slot });
      const over = gen.scopeValue("obj", { ref: overBudget });
      gen.if(_`(${running}.meter.left -= ${cxt.schema}) < 0`, () => gen.throw(_`${over}`));
      gen.if(_`${errorCount} > ${mostErrors}`, () => {
        gen.assign(_`${running}.flood`, errorList);
        gen.throw(_`${over}`);
      });
    },
  });
  ajv.addKeyword({
    keyword: quietKeyword,
    schemaType: ["object", "boolean"],
    trackErrors: true,
    error: { message: "", params: _`{}` },
    code(cxt: KeywordCxt) {
      const valid = cxt.gen.name("valid");
      cxt.subschema({ keyword: quietKeyword, compositeRule: true, createErrors: false, allErrors: false }, valid);
      cxt.result(
        valid,
        () => cxt.reset(),
        () => {
          cxt.reset();
          cxt.error();
        },
      );
    },
  });
  return ajv;
}

function metered(schema: JsonSchema): JsonSchema {
  const { $defs, ...itself } = isObject(schema) ? schema : {};
  if (!isObject($defs)) return meteredAlone(schema);
  const definitions = Object.entries($defs).map(([name, inner]) => [name, metered(inner as JsonSchema)] as const);
  return { ...(meteredAlone(itself) as JsonObject), $defs: Object.fromEntries(definitions) as JsonObject };
}

// A schema becomes one function, its definitions others, and a large function is never made as quick as a small one.
function meteredAlone(schema: JsonSchema): JsonSchema {
  const price = Math.ceil([...walk(schema)].length / 50);
  return rewrite(schema, ({ $id: _id, ...inner }) => {
    const tag = discriminatorOf(inner);
    const branches = member(inner, "anyOf");
    const contains = member(inner, "contains");
    return {
      ...inner,
      ...(Array.isArray(branches) ? { anyOf: branches.map((branch: Json) => ({ [quietKeyword]: branch })) } : {}),
      ...(contains === undefined ? {} : { contains: { [quietKeyword]: contains } }),
      // Ajv looks at the tag of objects only; every branch is an object, so nothing else may pass.
      ...(tag === undefined ? {} : { type: "object", discriminator: { propertyName: tag } }),
      [meterKeyword]: price * costOf(inner),
    };
  });
}

// One step, and more for everything that a single value can make this schema look at.
function costOf(schema: JsonObject): number {
  const { required = [], dependentRequired = {}, properties = {}, enum: values = [], const: value = null } = schema;
  const names = [required, Object.values(dependentRequired as JsonObject)].flat(2).length;
  const texts = JSON.stringify([values, value]).length;
  return (
    1 +
    names +
    branchesOf(schema, "anyOf").length +
    Math.floor(Object.keys(properties as JsonObject).length / 8 + texts / 32)
  );
}

/** The member whose `const` tells the branches of a `oneOf` apart, when there is one. */
export function discriminatorOf(schema: JsonObject): string | undefined {
  const branches = member(schema, "oneOf");
  if (!Array.isArray(branches)) return undefined;
  const [head] = branches;
  const properties = isObject(head) ? member(head, "properties") : undefined;
  if (!isObject(properties)) return undefined;
  return Object.keys(properties).find((name) => {
    const tags = branches.map((branch) => tagOf(branch, name));
    // Ajv keeps the tags as members of a plain object, where `toString` and `__proto__` are taken.
    return tags.every((tag) => tag !== undefined && !(tag in {})) && new Set(tags).size === tags.length;
  });
}

function tagOf(branch: Json, name: string): string | undefined {
  if (!isObject(branch) || member(branch, "type") !== "object") return undefined;
  const required = member(branch, "required");
  const properties = member(branch, "properties");
  if (!Array.isArray(required) || !required.includes(name) || !isObject(properties)) return undefined;
  const property = member(properties, name);
  const tag = isObject(property) ? member(property, "const") : undefined;
  return typeof tag === "string" ? tag : undefined;
}
