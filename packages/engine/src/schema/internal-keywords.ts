import { _, type CodeKeywordDefinition, type KeywordCxt, Name, str, type ValidateFunction } from "ajv/dist/2020.js";
import { type Meter, overBudget } from "../meter.ts";
import { maxErrors, type SchemaError } from "./schema-error.ts";
import { callKeyword, meterKeyword, quietKeyword, type Reports } from "./split-schema.ts";

type Errors = readonly SchemaError[] | null;

/** What generated code shares with the call that runs it. Calls never interleave, so one object is enough. */
export interface RunningCall {
  meter: Meter;
  /** The errors of the functions that called the running one, and their number. */
  callers: Errors[];
  callersErrors: number;
  /** The errors up to the point where there were too many. */
  flood: readonly SchemaError[] | undefined;
}

/** A generated function. */
export interface CompiledFunction {
  readonly reports: Reports;
  readonly validate: ValidateFunction;
}

// The variables in which generated code counts and keeps errors, and the pointer to the current value.
const errorCount = new Name("errors");
const errorList = new Name("vErrors");
const instancePath = new Name("instancePath");

/** The keywords that `splitSchema` writes into schemas: take steps, apply a schema without its errors, call a function. */
export function internalKeywords(
  running: RunningCall,
  compiled: readonly CompiledFunction[],
): readonly CodeKeywordDefinition[] {
  return [meter(running), quiet, call(running, compiled)];
}

function meter(call: RunningCall): CodeKeywordDefinition {
  return {
    keyword: meterKeyword,
    schemaType: "number",
    before: "$ref",
    code(cxt: KeywordCxt) {
      const { gen } = cxt;
      const running = gen.scopeValue("obj", { ref: call });
      const over = gen.scopeValue("obj", { ref: overBudget });
      gen.if(_`(${running}.meter.left -= ${cxt.schema}) < 0`, () => gen.throw(_`${over}`));
      gen.if(_`${running}.callersErrors + ${errorCount} > ${maxErrors}`, () => {
        const joined = gen.scopeValue("func", { ref: joinErrors });
        gen.assign(_`${running}.flood`, _`${joined}(...${running}.callers, ${errorList})`);
        gen.throw(_`${over}`);
      });
    },
  };
}

const quiet: CodeKeywordDefinition = {
  keyword: quietKeyword,
  schemaType: ["object", "boolean"],
  trackErrors: true,
  error: { message: "", params: _`{}` },
  code(cxt: KeywordCxt) {
    const valid = cxt.gen.name("valid");
    cxt.subschema({ keyword: quietKeyword, compositeRule: true, createErrors: false, allErrors: false }, valid);
    failUnless(cxt, valid);
  },
};

function call(runningCall: RunningCall, compiled: readonly CompiledFunction[]): CodeKeywordDefinition {
  return {
    keyword: callKeyword,
    schemaType: "number",
    before: "$ref",
    error: { message: "", params: _`{}` },
    code(cxt: KeywordCxt) {
      const { gen, data, it } = cxt;
      const { reports, validate } = compiled[cxt.schema] as CompiledFunction;
      const called = gen.scopeValue("validate", { ref: validate });
      const running = gen.scopeValue("obj", { ref: runningCall });
      const valid = gen.name("valid");
      gen.code(_`${running}.callers.push(${errorList})`);
      gen.code(_`${running}.callersErrors += ${errorCount}`);
      gen.const(valid, _`${called}(${data}, {instancePath: ${str`${instancePath}${it.errorPath}`}})`);
      gen.code(_`${running}.callers.pop()`);
      gen.code(_`${running}.callersErrors -= ${errorCount}`);
      if (reports === "first") {
        cxt.pass(valid);
        return;
      }
      cxt.result(valid, undefined, () => {
        const joined = gen.scopeValue("func", { ref: joinErrors });
        const found = it.propertyName
          ? _`${gen.scopeValue("func", { ref: errorsOfName })}(${called}.errors, ${it.propertyName})`
          : _`${called}.errors`;
        gen.assign(errorList, _`${joined}(${errorList}, ${found})`);
        gen.assign(errorCount, _`${errorList}.length`);
      });
    },
  };
}

/** Reports one error unless a condition holds, and forgets those that were found on the way to it. */
export function failUnless(cxt: KeywordCxt, holds: Parameters<KeywordCxt["result"]>[0]): void {
  cxt.result(
    holds,
    () => cxt.reset(),
    () => {
      cxt.reset();
      cxt.error();
    },
  );
}

function joinErrors(...lists: readonly Errors[]): Errors {
  const found = lists.filter((errors) => errors !== null);
  return found.length === 1 ? (found[0] as Errors) : found.flat();
}

// Ajv marks errors on the name of a property in the same way where it does not call another function.
function errorsOfName(errors: readonly SchemaError[], propertyName: string): readonly SchemaError[] {
  return errors.map((error) => ({ ...error, propertyName }));
}
