import type { Json, JsonObject } from "@assay/contract";
import { closest } from "../did-you-mean/closest.ts";
import { matchRenamed } from "../did-you-mean/match-renamed.ts";
import { describeValue } from "../findings/describe-value.ts";
import { isObject, member } from "../json/json.ts";
import type { PatternMatch } from "../json/pointer-pattern.ts";
import { spend } from "../meter.ts";
import type { CheckParts, FieldTest, RuleOf } from "./check.ts";
import { lintFieldTypes } from "./lint-field-types.ts";
import { lintPointer } from "./lint-pointer.ts";
import type { NativeCheck, NativeContext } from "./native-check.ts";

type RecordsRule = RuleOf<"records-match-fields">;

/** `records-match-fields {at, fieldsAt, missing}`: sample records have the declared fields, with values of their types. */
export const recordsMatchFields: NativeCheck<RecordsRule> = {
  description:
    'Every record in the array at `at` must match the fields that the array at `fieldsAt` declares. A declaration is an object with a `name` and a `type`; `fieldTypes` in the spec package defines the types. A field that is not declared is reported as `sample.field-undeclared`, and a value that does not match the declared type as `sample.value-type`. A declared field without a value is reported as `sample.field-missing` if `missing` is `"error"`, and accepted if it is `"allow"`. If `fieldsAt` matches several arrays, their declarations apply together.',

  example: {
    rule: {
      id: "samples-match-fields",
      check: "records-match-fields",
      at: "/sampleRecords",
      fieldsAt: "/outputFields",
      missing: "error",
    },
    accepted: {
      outputFields: [{ name: "age", type: "integer", description: "Age in years." }],
      sampleRecords: [{ age: 36 }],
    },
    refused: {
      outputFields: [{ name: "age", type: "integer", description: "Age in years." }],
      sampleRecords: [{ age: "36" }],
    },
    code: "sample.value-type",
  },

  reads: { at: "array", fieldsAt: "array" },

  lint(rule, spec, path) {
    const parts = ["name", "type"].flatMap((name) =>
      lintPointer(spec, `${rule.fieldsAt}/*/${name}`, "string", [...path, "fieldsAt"]),
    );
    return parts.length > 0 ? parts : lintFieldTypes(spec, rule.fieldsAt);
  },

  compile(rule, parts) {
    return ({ at, fieldsAt }, context) => {
      const check = { ...declaredFields(fieldsAt, context, parts), rule, parts, context, closestByNames: new Map() };
      for (const { path: list, value: items } of at) {
        if (!Array.isArray(items)) continue;
        for (const [index, record] of items.entries()) checkRecord(record, { list, index }, check);
      }
    };
  },
};

// How many undeclared fields of a record are compared with the missing ones: by name, and by value.
const maxCompared = 64;
const maxRenamed = 8;
const stepsToMatch = 128;
const stepsPerFit = 4;

interface Field {
  readonly declared: Item;
  readonly type: string | undefined;
  readonly test: FieldTest;
}

interface RecordsCheck {
  readonly fields: ReadonlyMap<string, Field>;
  /** True if a declaration has no usable name: any undeclared field may be the declared one. */
  readonly nameless: boolean;
  readonly rule: Pick<RecordsRule, "missing" | "severity">;
  readonly parts: CheckParts;
  readonly context: NativeContext;
  /** Results of `closestFields`, by the names that were compared: most records have the same names. */
  readonly closestByNames: Map<string, ReadonlyMap<string, string>>;
}

/** An item of an array; its path is built only for a finding. */
interface Item {
  readonly list: readonly string[];
  readonly index: number;
}

function declaredFields(fieldsAt: Iterable<PatternMatch>, { meter }: NativeContext, { fieldTypes }: CheckParts) {
  const fields = new Map<string, Field>();
  let nameless = false;
  for (const { path: list, value: items } of fieldsAt) {
    if (!Array.isArray(items)) continue;
    for (const [index, item] of items.entries()) {
      spend(meter, 1);
      const field = isObject(item) ? item : {};
      const name = member(field, "name");
      const type = member(field, "type");
      if (typeof name !== "string") nameless = true;
      // Whitespace around a name is reported at the declaration; records refer to the name without it.
      else if (!fields.has(name.trim())) {
        const typeName = typeof type === "string" ? fieldTypes.nameFor(type, meter) : undefined;
        const test = (typeName === undefined ? undefined : fieldTypes.testOf(typeName)) ?? anything;
        fields.set(name.trim(), { declared: { list, index }, type: typeName, test });
      }
    }
  }
  return { fields, nameless };
}

// As a constant of the file this costs nothing inside `for in`, which then takes half the time of Object.keys.
const { hasOwnProperty: owns } = Object.prototype;

// An unknown type is reported at its declaration.
const anything: FieldTest = () => true;

function checkRecord(record: Json, item: Item, check: RecordsCheck): void {
  const { fields, context } = check;
  spend(context.meter, 1 + fields.size);
  if (!isObject(record)) return;
  const undeclared: string[] = [];
  let declared = 0;
  for (const name in record) {
    if (!owns.call(record, name)) continue;
    const value = record[name] as Json;
    const field = fields.get(name);
    if (!field) undeclared.push(name);
    else {
      declared += 1;
      if (!holds(field, value, check)) reportValue(name, value, field, item, check);
    }
  }
  spend(context.meter, declared + undeclared.length);
  if (undeclared.length > 0 || declared < fields.size) checkNames(record, undeclared, item, check);
}

function holds({ test }: Field, value: Json, { context }: RecordsCheck): boolean {
  return test(value, context.meter);
}

function reportValue(name: string, value: Json, { type, declared }: Field, item: Item, check: RecordsCheck): void {
  const path = pathTo(item, name);
  if (!check.context.usable(path)) return;
  const described = describeValue(value);
  check.context.report({
    code: "sample.value-type",
    message: "actual" in described ? "default" : "composite",
    path,
    params: { ...described, expected: type ?? "" },
    related: { path: pathTo(declared), message: "Declared here." },
    ...common(check),
  });
}

function checkNames(record: JsonObject, undeclared: readonly string[], item: Item, check: RecordsCheck): void {
  const { fields, nameless, rule, context } = check;
  const declared = [...fields.keys()];
  const missing = new Set(declared.filter((name) => !Object.hasOwn(record, name)));
  const renamed = renamedFields(record, undeclared, missing, check);
  for (const name of nameless ? [] : undeclared) {
    const fieldName = renamed.get(name);
    const field = fieldName === undefined ? undefined : fields.get(fieldName);
    const message = field ? "near" : declared.length > 0 ? "default" : "none";
    const params = { name, declared, ...(fieldName === undefined ? {} : { didYouMean: fieldName }) };
    const path = pathTo(item, name);
    // The same name may be a renamed field here, and an undeclared one in a record that has the field too.
    const groupKey = fieldName ?? "";
    context.report({ code: "sample.field-undeclared", message, path, params, groupKey, ...common(check) });
    const value = record[name] as Json;
    if (field && !holds(field, value, check)) reportValue(name, value, field, item, check);
  }
  for (const fieldName of renamed.values()) missing.delete(fieldName);
  if (rule.missing === "allow" || context.wasCut(pathTo(item))) return;
  for (const name of missing) {
    const { declared } = fields.get(name) as Field;
    const related = { path: pathTo(declared), message: "Declared here." };
    const path = pathTo(item, name);
    context.report({
      code: "sample.field-missing",
      message: "default",
      path,
      params: { name },
      related,
      ...common(check),
    });
  }
}

function pathTo({ list, index }: Item, ...names: readonly string[]): readonly string[] {
  return [...list, String(index), ...names];
}

function common({ rule, parts }: RecordsCheck) {
  return { severity: rule.severity ?? "error", rule: parts.origin } as const;
}

// Undeclared fields that are a declared one under another name: a similar name, or a value of its type.
function renamedFields(
  record: JsonObject,
  undeclared: readonly string[],
  missing: ReadonlySet<string>,
  check: RecordsCheck,
): ReadonlyMap<string, string> {
  const { fields, context } = check;
  const renamed = new Map<string, string>();
  // A record with more undeclared fields than this is not misspelled, but different.
  if (missing.size === 0 || undeclared.length === 0 || undeclared.length > maxCompared) return renamed;
  spend(context.meter, stepsToMatch);
  for (const [name, fieldName] of closestFields(undeclared, missing, check)) renamed.set(name, fieldName);
  const open = missing.difference(new Set(renamed.values()));
  const matched = matchRenamed({
    unknown: undeclared.length > maxRenamed ? [] : undeclared.filter((name) => !renamed.has(name)),
    missing: [...open].slice(0, maxRenamed),
    fits: (name, fieldName) => {
      spend(context.meter, stepsPerFit);
      return holds(fields.get(fieldName) as Field, record[name] as Json, check);
    },
    written: Object.keys(record),
    known: [...fields.keys()],
  });
  for (const [name, fieldName] of matched) renamed.set(name, fieldName);
  return renamed;
}

function closestFields(
  undeclared: readonly string[],
  missing: ReadonlySet<string>,
  { closestByNames, context }: RecordsCheck,
): ReadonlyMap<string, string> {
  const names = JSON.stringify([undeclared, [...missing]]);
  spend(context.meter, undeclared.length + missing.size);
  const known = closestByNames.get(names);
  if (known) return known;
  const open = new Set(missing);
  const pairs = new Map<string, string>();
  for (const name of undeclared) {
    const fieldName = closest(name, [...open], context.meter);
    if (fieldName === undefined) continue;
    pairs.set(name, fieldName);
    open.delete(fieldName);
  }
  closestByNames.set(names, pairs);
  return pairs;
}
