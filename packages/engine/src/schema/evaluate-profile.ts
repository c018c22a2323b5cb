import { escapeToken, type Json, type JsonObject, type JsonSchema, limits } from "@assay/contract";
import { countMembers, hasType, type JsonType, readMember, selectByType } from "../json/json.ts";
import { formatPointer, valueAt } from "../json/pointer.ts";
import { countMemberSteps, createMeter, type Meter, overBudget, type SpendSteps, spend } from "../meter.ts";
import { estimateCountCost, isLongerThan, isShorterThan } from "../text/characters.ts";
import { createIsMultiple } from "./create-is-multiple.ts";
import { addDiscriminator } from "./discriminator.ts";
import { createIsEqual, hasDuplicates } from "./equal-values.ts";
import { listBranches } from "./find-accepted-types.ts";
import { compileFormat } from "./formats.ts";
import { compilePattern, isTooLong, type Pattern } from "./pattern.ts";
import { maxErrors, type SchemaError } from "./schema-error.ts";
import { createStepCosts } from "./step-costs.ts";
import { findRefTarget, readMembers, type Subschema, toSchema } from "./subschemas.ts";

/** A compiled schema. An evaluation takes steps from the meter, and ends when the meter is empty. */
export interface ProfileEvaluator {
  /** Lists all errors in a value, but stops soon after `maxErrors`. */
  findErrors(value: Json, meter: Meter): readonly SchemaError[];
  /** Whether a value is valid. Stops at the first error. */
  accepts(value: Json, meter: Meter): boolean;
}

/**
 * Compiles a schema in the closed profile of JSON Schema 2020-12. This is not a complete JSON Schema validator:
 * keywords outside the profile are ignored, so check the schema against the profile first. A string with more than
 * `maxPatternInput` characters matches no pattern, and such a name fails in an object with `patternProperties`.
 */
export function evaluateProfile(
  schema: JsonSchema,
  maxPatternInput: number = limits.schema.patternInput,
): ProfileEvaluator {
  const run: Run = {
    meter: createMeter(0),
    errors: [],
    path: [],
    propertyName: undefined,
    isQuiet: false,
    maxPatternInput,
    spendSteps: (steps) => spend(run.meter, steps),
    compilePattern: (source) => compilePattern(source, run.spendSteps, maxPatternInput),
  };
  const fits = compileSchemas(schema, run);
  return {
    findErrors(value, meter) {
      const errors: SchemaError[] = [];
      Object.assign(run, { meter, errors, path: [], propertyName: undefined, isQuiet: false });
      try {
        fits(value);
      } catch (reason) {
        // If there are too many errors, the errors so far are the result. If the steps ran out, there is no result.
        if (reason !== overBudget || errors.length <= maxErrors) throw reason;
      }
      return errors;
    },
    accepts(value, meter) {
      run.meter = meter;
      run.propertyName = undefined;
      run.isQuiet = true;
      // A fast path: most evaluations leave these arrays empty.
      if (run.errors.length > 0) run.errors = [];
      if (run.path.length > 0) run.path = [];
      return fits(value) && run.errors.length === 0;
    },
  };
}

/** The state of the current evaluation. Evaluations never interleave, so a compiled schema reuses one state. */
interface Run {
  meter: Meter;
  errors: SchemaError[];
  /** The path from the root to the current value, formatted as a pointer only for an error. */
  path: (string | number)[];
  /** Inside `propertyNames`, the property name that is being evaluated. */
  propertyName: string | undefined;
  /** Whether to stop at the first error and not record it. */
  isQuiet: boolean;
  readonly maxPatternInput: number;
  /** Takes steps from the meter. */
  readonly spendSteps: SpendSteps;
  compilePattern(source: string): Pattern;
}

/** Tests whether a value is valid, and adds its errors to the run. */
type Test<Value extends Json = Json> = (value: Value) => boolean;

/** A keyword in a schema, with everything that its compiler needs. */
interface Keyword {
  readonly schema: JsonObject;
  readonly value: Json;
  readonly run: Run;
  /** Reports a violation of this keyword, by default unless the run is quiet. Always returns false. */
  fail(params: SchemaError["params"], isQuiet?: boolean): false;
  /** Compiles the schema at a path inside this schema; returns undefined if it accepts every value. */
  compile(...path: readonly string[]): Test | undefined;
  /** Compiles the schemas of a keyword whose value is an array of schemas. */
  compileList(): readonly (Test | undefined)[];
  /** Compiles the schemas of a keyword whose value is an object of schemas. */
  compileMembers(): readonly { readonly name: string; readonly fits: Test | undefined }[];
}

/** The compilers of keywords. A compiler returns undefined if the keyword accepts every value. */
type Keywords<Value extends Json> = {
  readonly [name: string]: (keyword: Keyword) => Test<Value> | undefined;
};

function compileSchemas(root: JsonSchema, run: Run): Test {
  const costs = createStepCosts(root);
  const targets = new Map<string, Test>();
  // Compiles each definition once, even if many references lead to it. Assay's own schemas can be recursive.
  function compileTarget(target: Subschema): Test {
    const key = formatPointer(target.path);
    if (!targets.has(key)) {
      targets.set(key, (value) => targets.get(key)?.(value) ?? true);
      targets.set(key, compile(target, 0) ?? acceptsAll);
    }
    return targets.get(key) as Test;
  }

  function compile({ schema, path }: Subschema, cost?: number): Test | undefined {
    if (schema === true) return undefined;
    const at = `#${path.map((token) => `/${encodeURIComponent(escapeToken(token))}`).join("")}`;
    if (schema === false) return () => fail(run, "false schema", at, {});
    const prepared = addDiscriminator(root, schema);
    const [none, boolean, number, string, array, object] = everyKind.map((): Test[] => []);
    // For each type of value, the tests to run, in order.
    const plan = { null: none, boolean, number, string, array, object } as { readonly [kind in JsonType]: Test[] };
    const steps = cost ?? costs(schema);
    const charge: Test = () => {
      spend(run.meter, steps);
      if (run.errors.length > maxErrors) throw overBudget;
      return true;
    };
    const compileInner = (...tokens: readonly string[]) =>
      compile({ schema: toSchema(valueAt(schema, tokens)), path: [...path, ...tokens] });
    const addKeyword = (keyword: string, keywords: Keywords<never>, kinds: readonly JsonType[]) => {
      const value = readMember(prepared, keyword);
      if (value === undefined) return;
      const input: Keyword = {
        schema,
        value,
        run,
        fail: (params, isQuiet) => fail(run, keyword, at, params, isQuiet),
        compile: compileInner,
        compileList: () => listBranches(schema, keyword).map((_, index) => compileInner(keyword, String(index))),
        compileMembers: () =>
          Object.keys(readMembers(schema, keyword)).map((name) => ({ name, fits: compileInner(keyword, name) })),
      };
      const fits = keywords[keyword]?.(input);
      if (fits) for (const kind of kinds) plan[kind].push(fits as Test);
    };
    const has = (keyword: string) => Object.hasOwn(prepared, keyword);
    // `type` is tested first, or after the keywords that are specific to the type if the schema has any.
    const typeGroup = groups.find(({ kind, keywords }) => kind === prepared.type && Object.keys(keywords).some(has));
    // The JSON types that `type` does not name. With "integer", which is not a JSON type, numbers are tested too.
    const untyped = everyKind.filter((kind) => ![prepared.type].flat().includes(kind));
    if (!typeGroup) addKeyword("type", typeKeyword, untyped);
    for (const group of groups) {
      if (!group.kind) {
        const target = findRefTarget(root, schema);
        for (const kind of everyKind) plan[kind].push(charge, ...(target ? [compileTarget(target)] : []));
      }
      const kinds = group.kind ? [group.kind] : everyKind;
      for (const keyword of Object.keys(group.keywords)) addKeyword(keyword, group.keywords, kinds);
      if (group === typeGroup) addKeyword("type", typeKeyword, untyped);
    }
    return (value) => {
      let holds = true;
      for (const fits of selectByType(value, plan)) {
        if (fits(value)) continue;
        if (run.isQuiet) return false;
        holds = false;
      }
      return holds;
    };
  }

  return compile({ schema: root, path: [] }) ?? acceptsAll;
}

const acceptsAll: Test = () => true;

const everyKind: readonly JsonType[] = ["null", "boolean", "number", "string", "array", "object"];

function fail(run: Run, keyword: string, at: string, params: SchemaError["params"], isQuiet = run.isQuiet): false {
  if (isQuiet) return false;
  const { propertyName } = run;
  const error = { keyword, instancePath: formatPointer(run.path.map(String)), schemaPath: `${at}/${keyword}`, params };
  run.errors.push(propertyName === undefined ? error : { ...error, propertyName });
  return false;
}

/** Whether a test holds for all items. A quiet run stops at the first item that fails. */
function holdsForAll<Item>(run: Run, items: readonly Item[], holds: (item: Item) => boolean): boolean {
  let isTrue = true;
  for (const item of items) {
    if (holds(item)) continue;
    if (run.isQuiet) return false;
    isTrue = false;
  }
  return isTrue;
}

type Container = readonly Json[] | JsonObject;

/** Whether an item or member is valid or does not exist. */
function isChildValid(run: Run, container: Container, token: string | number, fits: Test | undefined): boolean {
  const value: Json | undefined = container[token as never];
  // The value is read first, because `hasOwn`, which rules out inherited members, is slower.
  if (value === undefined || !fits || !Object.hasOwn(container, token)) return true;
  run.path.push(token);
  const isValid = fits(value);
  run.path.pop();
  return isValid;
}

// Hides errors inside branches and conditions, because they would be numerous and unhelpful.
function silence(run: Run, fits: Test = acceptsAll): Test {
  return (value) => {
    const wasQuiet = run.isQuiet;
    run.isQuiet = true;
    const isValid = fits(value);
    run.isQuiet = wasQuiet;
    return isValid;
  };
}

type LimitCheck<Value extends Json> = (value: Value, limit: number, run: Run) => boolean;

/** Creates the compiler for a keyword whose value is a limit. */
function createLimit<Value extends Json>(holds: LimitCheck<Value>): Keywords<Value>[string] {
  return ({ value: limit, run, fail }) =>
    (value) =>
      holds(value, limit as number, run) || fail({ limit });
}

// Counting the characters costs steps, so it is done only if the number of code units is inconclusive.
function limitCharacters(isOver: typeof isLongerThan): LimitCheck<string> {
  return (text, limit, { meter }) => {
    if (text.length >= limit && text.length <= 2 * limit) spend(meter, estimateCountCost(text));
    return !isOver(text, limit);
  };
}

function limitMembers(holds: (members: number, limit: number) => boolean): LimitCheck<JsonObject> {
  return (object, limit, { meter }) => {
    const members = countMembers(object);
    spend(meter, countMemberSteps(members));
    return holds(members, limit);
  };
}

const typeKeyword: Keywords<Json> = {
  type({ value: type, fail }) {
    if (!Array.isArray(type)) return (value) => hasType(value, type) || fail({ type });
    return (value) => type.some((each) => hasType(value, each)) || fail({ type });
  },
};

const numberKeywords: Keywords<number> = {
  maximum: createLimit((value, limit) => value <= limit),
  minimum: createLimit((value, limit) => value >= limit),
  exclusiveMaximum: createLimit((value, limit) => value < limit),
  exclusiveMinimum: createLimit((value, limit) => value > limit),
  multipleOf({ value: multipleOf, run, fail }) {
    const isMultiple = createIsMultiple(multipleOf as number, run.spendSteps);
    return (value) => isMultiple(value) || fail({ multipleOf });
  },
};

const stringKeywords: Keywords<string> = {
  maxLength: createLimit(limitCharacters(isLongerThan)),
  minLength: createLimit(limitCharacters(isShorterThan)),
  pattern({ value: pattern, run, fail }) {
    const compiled = run.compilePattern(pattern as string);
    return (text) => compiled.test(text) || fail({ pattern });
  },
  format({ value: format, run, fail }) {
    const holds = compileFormat(format as string, run.spendSteps);
    return (text) => holds(text) || fail({ format });
  },
};

// These apply to values of every type, after the steps of the schema are spent and its `$ref` is evaluated.
const anyKeywords: Keywords<Json> = {
  const({ value: allowedValue, run, fail }) {
    const isEqual = createIsEqual([allowedValue], run.spendSteps);
    return (value) => isEqual(value) || fail({ allowedValue });
  },
  enum({ value: allowedValues, run, fail }) {
    const isEqual = createIsEqual(allowedValues as readonly Json[], run.spendSteps);
    return (value) => isEqual(value) || fail({ allowedValues });
  },
  not({ run, fail, compile }) {
    const fits = silence(run, compile("not"));
    return (value) => !fits(value) || fail({});
  },
  anyOf({ run, fail, compileList }) {
    const branches = compileList().map((fits) => silence(run, fits));
    // Every branch is evaluated, so that the cost does not depend on their order.
    return (value) => branches.filter((fits) => fits(value)).length > 0 || fail({});
  },
  oneOf({ run, fail, compileList }) {
    const branches = compileList();
    return (value) => {
      const errorsBefore = run.errors.length;
      let passing = 0;
      for (const fits of branches) if (passing < 2 && (fits?.(value) ?? true)) passing += 1;
      if (passing !== 1) return fail({});
      run.errors.length = errorsBefore;
      return true;
    };
  },
  allOf({ run, compileList }) {
    const parts = compileList();
    return (value) => holdsForAll(run, parts, (fits) => fits?.(value) ?? true);
  },
  if({ run, fail, compile }) {
    const [thenTest, elseTest] = [compile("then"), compile("else")];
    if (!thenTest && !elseTest) return undefined;
    const isMet = silence(run, compile("if"));
    return (value) => {
      const [failingKeyword, fits] = isMet(value) ? ["then", thenTest] : ["else", elseTest];
      return (fits?.(value) ?? true) || fail({ failingKeyword });
    };
  },
};

const arrayKeywords: Keywords<readonly Json[]> = {
  maxItems: createLimit((list, limit) => list.length <= limit),
  minItems: createLimit((list, limit) => list.length >= limit),
  prefixItems({ run, compileList }) {
    const items = compileList().map((fits, index) => ({ fits, index }));
    return (list) => holdsForAll(run, items, ({ fits, index }) => isChildValid(run, list, index, fits));
  },
  items({ schema, value, run, fail, compile }) {
    const from = listBranches(schema, "prefixItems").length;
    // One error is enough, however many extra items there are.
    if (value === false && from > 0) return (list) => list.length <= from || fail({ limit: from });
    const fits = compile("items");
    if (!fits) return undefined;
    return (list) => {
      let holds = true;
      for (let index = from; index < list.length && (holds || !run.isQuiet); index += 1)
        if (!isChildValid(run, list, index, fits)) holds = false;
      return holds;
    };
  },
  contains({ schema, run, fail, compile }) {
    const fits = silence(run, compile("contains"));
    const { minContains = 1, maxContains } = schema;
    const [min, max] = [Number(minContains), Number(maxContains ?? Number.POSITIVE_INFINITY)];
    return (list) => {
      let count = 0;
      for (const item of list) {
        if (fits(item)) count += 1;
        // Without an upper limit, the remaining items do not matter once there are enough matches.
        if (maxContains === undefined && count >= min) break;
      }
      return (count >= min && count <= max) || fail({ count, minContains, maxContains });
    };
  },
  uniqueItems({ value: isUnique, run, fail }) {
    if (isUnique !== true) return undefined;
    return (list) => {
      spend(run.meter, list.length);
      return !hasDuplicates(list, run.spendSteps) || fail({});
    };
  },
};

const objectKeywords: Keywords<JsonObject> = {
  required({ value: names, run, fail }) {
    return (object) =>
      holdsForAll(
        run,
        names as readonly string[],
        (name) => Object.hasOwn(object, name) || fail({ missingProperty: name }),
      );
  },
  propertyNames({ run, fail, compile }) {
    const fits = compile("propertyNames");
    const isNameValid = (propertyName: string) => {
      run.propertyName = propertyName;
      const isValid = fits?.(propertyName) ?? true;
      run.propertyName = undefined;
      return isValid || fail({ propertyName });
    };
    return fits && ((object) => holdsForAll(run, Object.keys(object), isNameValid));
  },
  additionalProperties({ schema, value, run, fail, compile }) {
    const fits = compile("additionalProperties");
    if (!fits) return undefined;
    const declared = new Set(Object.keys(readMembers(schema, "properties")));
    const patterns = Object.keys(readMembers(schema, "patternProperties")).map((each) => run.compilePattern(each));
    return (object) =>
      holdsForAll(run, Object.keys(object), (name) => {
        if (declared.has(name) || patterns.some((each) => each.test(name))) return true;
        return value === false ? fail({ additionalProperty: name }) : isChildValid(run, object, name, fits);
      });
  },
  properties({ run, compileMembers }) {
    const members = compileMembers().filter(({ fits }) => fits);
    return (object) => holdsForAll(run, members, ({ name, fits }) => isChildValid(run, object, name, fits));
  },
  patternProperties({ run, fail, compileMembers }) {
    const members = compileMembers().map(({ name, fits }) => ({ names: run.compilePattern(name), fits }));
    // It is unknown which patterns match a name that is too long, so it fails inside a condition or `not` as well.
    const canMatch = (propertyName: string) =>
      !isTooLong(propertyName, run.maxPatternInput) || fail({ propertyName, limit: run.maxPatternInput }, false);
    return (object) => {
      const properties = Object.keys(object);
      const canAllMatch = holdsForAll(run, properties, canMatch);
      const areValid = holdsForAll(run, members, ({ names, fits }) =>
        holdsForAll(run, properties, (name) => !names.test(name) || isChildValid(run, object, name, fits)),
      );
      return canAllMatch && areValid;
    };
  },
  dependentRequired({ value, run, fail }) {
    const dependents = Object.entries(value as { readonly [property: string]: readonly string[] });
    const pairs = dependents.flatMap(([property, names]) => names.map((name) => [property, name] as const));
    return (object) =>
      holdsForAll(run, pairs, ([property, missingProperty]) => {
        const isMet = !Object.hasOwn(object, property) || Object.hasOwn(object, missingProperty);
        return isMet || fail({ property, missingProperty });
      });
  },
  dependentSchemas({ run, compileMembers }) {
    const members = compileMembers();
    return (object) =>
      holdsForAll(run, members, ({ name, fits }) => !fits || !Object.hasOwn(object, name) || fits(object));
  },
  discriminator({ value, fail, compile }) {
    const [name, ...tags] = value as readonly [string, ...string[]];
    const branches = new Map<unknown, Test | undefined>(
      tags.map((tag, index) => [tag, compile("oneOf", String(index))]),
    );
    return (object) => {
      const fits = branches.get(readMember(object, name));
      return fits ? fits(object) : fail({ tag: name });
    };
  },
  maxProperties: createLimit(limitMembers((members, limit) => members <= limit)),
  minProperties: createLimit(limitMembers((members, limit) => members >= limit)),
};

// Groups of keywords, in the order in which their errors are reported.
const groups: readonly { readonly kind?: JsonType; readonly keywords: Keywords<never> }[] = [
  { kind: "number", keywords: numberKeywords },
  { kind: "string", keywords: stringKeywords },
  { keywords: anyKeywords },
  { kind: "array", keywords: arrayKeywords },
  { kind: "object", keywords: objectKeywords },
];
