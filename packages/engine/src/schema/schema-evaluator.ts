import type { Json, JsonSchema } from "@assay/contract";
import { _, Ajv2020, type ErrorObject, type KeywordCxt, Name, str, type ValidateFunction } from "ajv/dist/2020.js";
import { createMeter, type Meter, overBudget, spend } from "../meter.ts";
import { loopedFrom } from "./code-size.ts";
import { countingKeywords } from "./counting-keywords.ts";
import { dependentRequiredKeyword } from "./dependent-required-keyword.ts";
import { createFormats } from "./formats.ts";
import { lengthKeywords } from "./length-keywords.ts";
import { multipleKeyword } from "./multiple-keyword.ts";
import { compilePattern, type Pattern } from "./pattern.ts";
import { patternsOf } from "./patterns-of.ts";
import { callKeyword, meterKeyword, quietKeyword, type Reports, splitSchema } from "./split-schema.ts";

/** What the evaluator says of one broken keyword. */
export type SchemaError = Pick<ErrorObject, "instancePath" | "schemaPath" | "keyword" | "params" | "propertyName">;

/** Compiles schemas of the profile into metered functions; it pauses after each of those, and after each pattern. */
export interface SchemaEvaluator {
  /** All errors of a value, or more than `mostErrors` of them. */
  compileAll(schema: JsonSchema): Generator<void, (value: Json, meter: Meter) => readonly SchemaError[]>;
  /** Whether a value fits, stopping at the first error. */
  compileFirst(schema: JsonSchema): Generator<void, (value: Json, meter: Meter) => boolean>;
}

/** What an evaluator can be made with. */
export interface EvaluatorOptions {
  readonly assertFormats: boolean;
  /** About how many characters of code one function may have. Default: 60,000. */
  readonly maxCodeSize?: number | undefined;
  /** Is told the code of each function that is generated. Default: nobody is. */
  generated?(code: string): void;
}

/** With more errors than this, evaluation ends where it is. */
export const maxErrors = 2_000;

// The variables in which generated code counts and keeps errors, and where the value at hand is.
const errorCount = new Name("errors");
const errorList = new Name("vErrors");
const instancePath = new Name("instancePath");

type Errors = readonly SchemaError[] | null;

interface Slot {
  meter: Meter;
  /** The errors of the functions that have called the running one, and how many they are. */
  callers: Errors[];
  callersErrors: number;
  /** The errors up to where there were too many of them. */
  flood: readonly SchemaError[] | undefined;
}

/** A generated function. */
interface Compiled {
  readonly reports: Reports;
  readonly validate: ValidateFunction;
}

/**
 * Ajv inside the profile. The profile is checked first: Ajv turns schemas into code and treats them as trusted.
 * Every subschema carries a keyword whose generated code pays for it, so no input runs longer than the meter allows.
 */
export function createSchemaEvaluator({ maxCodeSize, ...options }: EvaluatorOptions): SchemaEvaluator {
  // Generated code and patterns reach the meter of the running call through this slot; calls never interleave.
  const slot: Slot = { meter: createMeter(0), callers: [], callersErrors: 0, flood: undefined };
  const compiled: Compiled[] = [];
  const patterns = new Map<string, Pattern>();
  const pay = (steps: number) => spend(slot.meter, steps);
  const parts = { slot, compiled, patterns, pay };
  const ajvs = {
    all: createAjv(parts, { allErrors: true, ...options }),
    first: createAjv(parts, { allErrors: false, ...options }),
  };

  function* compile(schema: JsonSchema, reports: Reports): Generator<void, ValidateFunction> {
    for (const { source } of patternsOf(schema)) {
      if (patterns.has(source)) continue;
      patterns.set(source, compilePattern(source, pay));
      yield;
    }
    let validate: ValidateFunction | undefined;
    for (const part of splitSchema(schema, reports, { firstNumber: compiled.length, maxCodeSize })) {
      if (validate) yield;
      validate = compileAt(ajvs[part.reports], part.schema, part.at);
      compiled.push({ reports: part.reports, validate });
    }
    return validate as ValidateFunction;
  }

  return {
    *compileAll(schema) {
      const validate = yield* compile(schema, "all");
      return (value, meter) => {
        Object.assign(slot, { meter, callers: [], callersErrors: 0, flood: undefined });
        try {
          return validate(value) ? [] : (validate.errors ?? []);
        } catch (reason) {
          if (slot.flood) return slot.flood;
          throw reason;
        }
      };
    },
    *compileFirst(schema) {
      const validate = yield* compile(schema, "first");
      return (value, meter) => {
        Object.assign(slot, { meter, callers: [], callersErrors: 0 });
        return validate(value) as boolean;
      };
    },
  };
}

// Compiles a part of a schema; errors name their keywords by where they are in the whole.
function compileAt(ajv: Ajv2020, schema: JsonSchema, at: string): ValidateFunction {
  const key = "part";
  ajv.addSchema(schema as object, key);
  const part = ajv.schemas[key];
  if (part) part.schemaPath = at;
  const validate = ajv.getSchema(key);
  ajv.removeSchema(key);
  return validate as ValidateFunction;
}

/** What generated code uses. */
interface Parts {
  readonly slot: Slot;
  readonly compiled: readonly Compiled[];
  readonly patterns: ReadonlyMap<string, Pattern>;
  pay(steps: number): void;
}

function createAjv(
  { slot, compiled, patterns, pay }: Parts,
  options: EvaluatorOptions & { readonly allErrors: boolean },
): Ajv2020 {
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
    loopRequired: loopedFrom,
    loopEnum: loopedFrom,
    validateFormats: options.assertFormats,
    formats: createFormats(pay),
    code: {
      // Takes longer than everything else, for code that runs no faster.
      optimize: false,
      ...(options.generated && { process: told(options.generated) }),
      regExp: Object.assign((pattern: string) => patterns.get(pattern) as Pattern, { code: "assayPattern" }),
    },
  });
  for (const definition of [
    lengthKeywords(pay),
    multipleKeyword(pay),
    dependentRequiredKeyword,
    ...countingKeywords(pay),
  ]) {
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
      gen.if(_`${running}.callersErrors + ${errorCount} > ${maxErrors}`, () => {
        const together = gen.scopeValue("func", { ref: joined });
        gen.assign(_`${running}.flood`, _`${together}(...${running}.callers, ${errorList})`);
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
  ajv.addKeyword({
    keyword: callKeyword,
    schemaType: "number",
    before: "$ref",
    error: { message: "", params: _`{}` },
    code(cxt: KeywordCxt) {
      const { gen, data, it } = cxt;
      const { reports, validate } = compiled[cxt.schema] as Compiled;
      const call = gen.scopeValue("validate", { ref: validate });
      const running = gen.scopeValue("obj", { ref: slot });
      const valid = gen.name("valid");
      gen.code(_`${running}.callers.push(${errorList})`);
      gen.code(_`${running}.callersErrors += ${errorCount}`);
      gen.const(valid, _`${call}(${data}, {instancePath: ${str`${instancePath}${it.errorPath}`}})`);
      gen.code(_`${running}.callers.pop()`);
      gen.code(_`${running}.callersErrors -= ${errorCount}`);
      if (reports === "first") {
        cxt.pass(valid);
        return;
      }
      cxt.result(valid, undefined, () => {
        const together = gen.scopeValue("func", { ref: joined });
        const found = it.propertyName
          ? _`${gen.scopeValue("func", { ref: ofName })}(${call}.errors, ${it.propertyName})`
          : _`${call}.errors`;
        gen.assign(errorList, _`${together}(${errorList}, ${found})`);
        gen.assign(errorCount, _`${errorList}.length`);
      });
    },
  });
  return ajv;
}

function joined(...lists: readonly Errors[]): Errors {
  const found = lists.filter((errors) => errors !== null);
  return found.length === 1 ? (found[0] as Errors) : found.flat();
}

function told(generated: (code: string) => void): (code: string) => string {
  return (code) => {
    generated(code);
    return code;
  };
}

// As Ajv marks errors on the name of a property where it does not call another function.
function ofName(errors: readonly SchemaError[], propertyName: string): readonly SchemaError[] {
  return errors.map((error) => ({ ...error, propertyName }));
}
