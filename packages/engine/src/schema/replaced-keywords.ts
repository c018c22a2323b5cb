import type { Json, JsonObject } from "@assay/contract";
import { _, type CodeKeywordDefinition } from "ajv/dist/2020.js";
import { Type } from "ajv/dist/compile/util.js";
import { pricedCanonicalJson } from "../json/canonical-json.ts";
import { isContainer, memberCount } from "../json/json.ts";
import { decimalOf } from "../json/number-literal.ts";
import { memberSteps, type SpendSteps } from "../meter.ts";
import { countingSteps, isLongerThan, isShorterThan } from "../text/characters.ts";
import { failUnless } from "./internal-keywords.ts";

/** The keywords that are not as in Ajv. */
export function replacedKeywords(spendSteps: SpendSteps): readonly CodeKeywordDefinition[] {
  return [
    lengthKeywords(spendSteps),
    multipleKeyword(spendSteps),
    dependentRequiredKeyword,
    ...countingKeywords(spendSteps),
  ];
}

/**
 * Keywords that read a whole array or object. They differ from Ajv's: each costs steps by the size of its value,
 * `uniqueItems` never compares every item with every other one (Ajv does if it knows no type of them), and `contains`
 * tells how many items it has found.
 */
function countingKeywords(spendSteps: SpendSteps): readonly CodeKeywordDefinition[] {
  const membersOf = (object: object) => {
    const length = memberCount(object);
    spendSteps(memberSteps(length));
    return length;
  };
  return [
    counting("maxProperties", "object", "number", (object: object, limit: number) => membersOf(object) > limit),
    counting("minProperties", "object", "number", (object: object, limit: number) => membersOf(object) < limit),
    counting("uniqueItems", "array", "boolean", (list: readonly Json[], unique: boolean) => {
      if (unique) spendSteps(list.length);
      return unique && hasCopies(list, spendSteps);
    }),
    contains,
  ];
}

// The schema that items are held against takes the steps for each of them.
const contains: CodeKeywordDefinition = {
  keyword: "contains",
  type: "array",
  schemaType: ["object", "boolean"],
  before: "uniqueItems",
  trackErrors: true,
  error: {
    message: "",
    params: ({ params: { count, min, max } }) =>
      max === undefined
        ? _`{count: ${count}, minContains: ${min}}`
        : _`{count: ${count}, minContains: ${min}, maxContains: ${max}}`,
  },
  code(cxt) {
    const { gen, data, parentSchema } = cxt;
    const { minContains: min = 1, maxContains: max } = parentSchema;
    const count = gen.let("count", 0);
    const fits = gen.name("fits");
    gen.forRange("i", 0, _`${data}.length`, (item) => {
      cxt.subschema({ keyword: "contains", dataProp: item, dataPropType: Type.Num, compositeRule: true }, fits);
      gen.if(fits, () => gen.code(_`${count}++`));
      // With enough of them and no upper limit, the remaining items do not matter.
      if (max === undefined) gen.if(_`${count} >= ${min}`, () => gen.break());
    });
    cxt.setParams({ count, min, max });
    const enough = max === undefined ? _`${count} >= ${min}` : _`${count} >= ${min} && ${count} <= ${max}`;
    failUnless(cxt, enough);
  },
};

function counting(
  keyword: string,
  type: "object" | "array",
  schemaType: "number" | "boolean",
  fails: (value: never, limit: never) => boolean,
): CodeKeywordDefinition {
  return {
    keyword,
    type,
    schemaType,
    error: { message: "", params: ({ schemaCode }) => _`{limit: ${schemaCode}}` },
    code(cxt) {
      const test = cxt.gen.scopeValue("func", { ref: fails });
      cxt.fail(_`${test}(${cxt.data}, ${cxt.schemaCode})`);
    },
  };
}

function hasCopies(list: readonly Json[], spendSteps: SpendSteps): boolean {
  const scalars = list.filter((item) => !isContainer(item));
  if (new Set(scalars).size < scalars.length) return true;
  const containers = list.filter(isContainer);
  // The profile allows no arrays or objects here, so there are some only by mistake, and mostly one.
  if (containers.length < 2) return false;
  const forms = containers.map((item) => {
    const { text, steps } = pricedCanonicalJson(item);
    spendSteps(steps);
    return text;
  });
  return new Set(forms).size < forms.length;
}

/**
 * `maxLength` and `minLength`. Ajv counts the characters of every string, however long; these count only if the number of
 * code units does not decide, and counting costs steps.
 */
function lengthKeywords(spendSteps: SpendSteps): CodeKeywordDefinition {
  const metered = (test: typeof isLongerThan) => (text: string, limit: number) => {
    // Characters are counted only between these limits.
    if (text.length >= limit && text.length <= 2 * limit) spendSteps(countingSteps(text));
    return test(text, limit);
  };
  const [tooLong, tooShort] = [metered(isLongerThan), metered(isShorterThan)];
  return {
    keyword: ["maxLength", "minLength"],
    type: "string",
    schemaType: "number",
    // The same position as in Ajv: a string that is too long is not tried on a pattern.
    before: "pattern",
    error: { message: "", params: ({ schemaCode }) => _`{limit: ${schemaCode}}` },
    code(cxt) {
      const fails = cxt.gen.scopeValue("func", { ref: cxt.keyword === "maxLength" ? tooLong : tooShort });
      cxt.fail(_`${fails}(${cxt.data}, ${cxt.schemaCode})`);
    },
  };
}

/**
 * `multipleOf` on decimals. Ajv divides doubles, so that 19.99 is not a multiple of 0.01. A division of decimals costs
 * steps.
 */
function multipleKeyword(spendSteps: SpendSteps): CodeKeywordDefinition {
  return {
    keyword: "multipleOf",
    type: "number",
    schemaType: "number",
    error: { message: "", params: ({ schemaCode }) => _`{multipleOf: ${schemaCode}}` },
    code(cxt) {
      const isMultiple = cxt.gen.scopeValue("func", { ref: multiplesOf(cxt.schema as number, spendSteps) });
      cxt.fail(_`!${isMultiple}(${cxt.data})`);
    },
  };
}

const stepsPerDivision = 24;

/** Tells the multiples of a step from other numbers, each taken as the decimal number that it is written as. */
export function multiplesOf(step: number, spendSteps: SpendSteps): (value: number) => boolean {
  const divisor = decimalOf(String(step));
  return (value) => {
    if (Number.isSafeInteger(value) && Number.isSafeInteger(step)) return value % step === 0;
    spendSteps(stepsPerDivision);
    const { digits, power } = decimalOf(String(value));
    const shift = power - divisor.power;
    return (BigInt(digits) * tenTo(shift)) % (BigInt(divisor.digits) * tenTo(-shift)) === 0n;
  };
}

// A double has fewer than 18 digits, so it is below 2^60: more than 60 zeros never decide whether one number divides another.
function tenTo(power: number): bigint {
  return 10n ** BigInt(Math.max(0, Math.min(power, 60)));
}

/**
 * `dependentRequired` with a loop over the names. Ajv writes each of them out together with all of its neighbours: a
 * hundred megabytes of code for thirty kilobytes of names.
 */
const dependentRequiredKeyword: CodeKeywordDefinition = {
  keyword: "dependentRequired",
  type: "object",
  schemaType: "object",
  // The same position as in Ajv.
  before: "dependentSchemas",
  error: {
    message: "",
    params: ({ params: { found } }) => _`{property: ${found}.property, missingProperty: ${found}.missingProperty}`,
  },
  code(cxt) {
    const { gen, data, schema, it } = cxt;
    const find = gen.scopeValue("func", { ref: missingDependents });
    const dependents = gen.scopeValue("obj", { ref: Object.entries(schema) });
    const missing = gen.const("missing", _`${find}(${data}, ${dependents})`);
    if (it.allErrors) {
      gen.forOf("found", missing, (found) => {
        cxt.setParams({ found });
        cxt.error();
      });
    } else {
      cxt.setParams({ found: _`${missing}[0]` });
      cxt.fail(_`${missing}.length > 0`);
    }
  },
};

function missingDependents(object: JsonObject, dependents: readonly [property: string, names: readonly string[]][]) {
  return dependents.flatMap(([property, names]) =>
    Object.hasOwn(object, property)
      ? names.filter((name) => !Object.hasOwn(object, name)).map((missingProperty) => ({ property, missingProperty }))
      : [],
  );
}
