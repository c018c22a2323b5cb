import type { Json, JsonSchema } from "@assay/contract";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { createMeter, type Meter, type SpendSteps, spend } from "../meter.ts";
import { loopedFrom } from "./code-size.ts";
import { createFormats, type Idn } from "./formats.ts";
import { type CompiledFunction, internalKeywords, type RunningCall } from "./internal-keywords.ts";
import { compilePattern, type Pattern } from "./pattern.ts";
import { replacedKeywords } from "./replaced-keywords.ts";
import type { SchemaError } from "./schema-error.ts";
import { type Reports, splitSchema } from "./split-schema.ts";
import { patternsOf } from "./subschemas.ts";

/** Compiles schemas of the profile into metered functions; it pauses after each function and after each pattern. */
export interface SchemaEvaluator {
  /** All errors of a value, or more than `maxErrors` of them. */
  compileAll(schema: JsonSchema): Generator<void, (value: Json, meter: Meter) => readonly SchemaError[]>;
  /** Whether a value fits, stopping at the first error. */
  compileFirst(schema: JsonSchema): Generator<void, (value: Json, meter: Meter) => boolean>;
}

/** What an evaluator can be made with. */
export interface EvaluatorOptions {
  readonly assertFormats: boolean;
  /** For the formats that check internationalized domain names; without it they refuse every string. */
  readonly idn?: Idn | undefined;
  /** About how many characters of code one function may have. Default: 60,000. */
  readonly maxCodeSize?: number | undefined;
  /** Receives the code of each generated function. Default: none. */
  generated?(code: string): void;
}

/**
 * Ajv inside the profile. The profile is checked first: Ajv turns schemas into code and treats them as trusted.
 * Every subschema has a keyword whose generated code takes steps, so no input runs longer than the meter allows.
 */
export function createSchemaEvaluator({ maxCodeSize, ...options }: EvaluatorOptions): SchemaEvaluator {
  // Generated code and patterns reach the meter of the running call through this object.
  const running: RunningCall = { meter: createMeter(0), callers: [], callersErrors: 0, flood: undefined };
  const compiled: CompiledFunction[] = [];
  const patterns = new Map<string, Pattern>();
  const spendSteps: SpendSteps = (steps) => spend(running.meter, steps);
  const parts = { running, compiled, patterns, spendSteps };
  const ajvs = {
    all: createAjv(parts, { allErrors: true, ...options }),
    first: createAjv(parts, { allErrors: false, ...options }),
  };

  function begin(meter: Meter): void {
    running.meter = meter;
    running.callers = [];
    running.callersErrors = 0;
    running.flood = undefined;
  }

  function* compile(schema: JsonSchema, reports: Reports): Generator<void, ValidateFunction> {
    for (const { source } of patternsOf(schema)) {
      if (patterns.has(source)) continue;
      patterns.set(source, compilePattern(source, spendSteps));
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
        begin(meter);
        try {
          return validate(value) ? [] : (validate.errors ?? []);
        } catch (reason) {
          if (running.flood) return running.flood;
          throw reason;
        }
      };
    },
    *compileFirst(schema) {
      const validate = yield* compile(schema, "first");
      return (value, meter) => {
        begin(meter);
        return validate(value);
      };
    },
  };
}

// Compiles a part of a schema; `at` makes errors name their keywords by the pointer in the whole schema.
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
  readonly running: RunningCall;
  readonly compiled: readonly CompiledFunction[];
  readonly patterns: ReadonlyMap<string, Pattern>;
  readonly spendSteps: SpendSteps;
}

function createAjv(
  { running, compiled, patterns, spendSteps }: Parts,
  options: EvaluatorOptions & { readonly allErrors: boolean },
): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: options.allErrors,
    // Otherwise {} satisfies `required: ["toString"]`.
    ownProperties: true,
    discriminator: true,
    // The profile is our own meta-schema, and the schema was checked against it before.
    meta: false,
    validateSchema: false,
    addUsedSchema: false,
    strict: false,
    messages: false,
    logger: false,
    loopRequired: loopedFrom,
    loopEnum: loopedFrom,
    validateFormats: options.assertFormats,
    formats: createFormats(spendSteps, options.idn),
    code: {
      // Optimizing takes longer than everything else, and the code runs no faster.
      optimize: false,
      ...(options.generated && { process: passedTo(options.generated) }),
      regExp: Object.assign((pattern: string) => patterns.get(pattern) as Pattern, { code: "assayPattern" }),
    },
  });
  for (const definition of replacedKeywords(spendSteps)) {
    for (const keyword of [definition.keyword].flat()) ajv.removeKeyword(keyword);
    ajv.addKeyword(definition);
  }
  for (const definition of internalKeywords(running, compiled)) ajv.addKeyword(definition);
  return ajv;
}

function passedTo(generated: (code: string) => void): (code: string) => string {
  return (code) => {
    generated(code);
    return code;
  };
}
