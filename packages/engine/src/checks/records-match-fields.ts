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

  reads: { at: "list", fieldsAt: "list" },

  lint(rule, spec, at) {
    const parts = ["name", "type"].flatMap((name) =>
      lintPointer(spec, `${rule.fieldsAt}/*/${name}`, "string", [...at, "fieldsAt"]),
    );
    return parts.length > 0 ? parts : lintFieldTypes(spec, rule.fieldsAt);
  },

  compile(rule, parts) {
    return ({ at, fieldsAt }, context) => {
      const check = { ...declaredFields(fieldsAt, context, parts), rule, parts, context, near: new Map() };
      for (const { path: list, value: items } of at) {
        if (!Array.isArray(items)) continue;
        for (const [index, record] of items.entries()) checkRecord(record, { list, index }, check);
      }
    };
  },
};

// How many undeclared fields of a record are held against the missing ones: by their names, and by their values.
const maxNear = 64;
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
  /** True when a declaration has no usable name: any undeclared field may be the one that was meant. */
  readonly nameless: boolean;
  readonly rule: Pick<RecordsRule, "missing" | "severity">;
  readonly parts: CheckParts;
  readonly context: NativeContext;
  /** Near names by the names that were compared: records are mostly alike. */
  readonly near: Map<string, ReadonlyMap<string, string>>;
}

/** An item of a list; its path are put together only for something to report. */
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
      // Blanks around a name are reported where they stand; records mean the name without them.
      else if (!fields.has(name.trim())) {
        const meant = typeof type === "string" ? fieldTypes.nameFor(type, meter) : undefined;
        const test = (meant === undefined ? undefined : fieldTypes.testOf(meant)) ?? anything;
        fields.set(name.trim(), { declared: { list, index }, type: meant, test });
      }
    }
  }
  return { fields, nameless };
}

// Inside `for in` this is free where it is a constant of the file, and the loop half of one over Object.keys.
const { hasOwnProperty: owns } = Object.prototype;

// A type that nobody knows is reported where it is declared.
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
  const meantBy = renamedFields(record, undeclared, missing, check);
  for (const name of nameless ? [] : undeclared) {
    const meant = meantBy.get(name);
    const field = meant === undefined ? undefined : fields.get(meant);
    const message = field ? "near" : declared.length > 0 ? "default" : "none";
    const params = { name, declared, ...(meant === undefined ? {} : { didYouMean: meant }) };
    const path = pathTo(item, name);
    // One name may stand for a field here and, in a record that has the field too, for none.
    const groupKey = meant ?? "";
    context.report({ code: "sample.field-undeclared", message, path, params, groupKey, ...common(check) });
    const value = record[name] as Json;
    if (field && !holds(field, value, check)) reportValue(name, value, field, item, check);
  }
  for (const meant of meantBy.values()) missing.delete(meant);
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

// Undeclared fields that stand for a declared one: by a near name, or by a value of its type.
function renamedFields(
  record: JsonObject,
  undeclared: readonly string[],
  missing: ReadonlySet<string>,
  check: RecordsCheck,
): ReadonlyMap<string, string> {
  const { fields, context } = check;
  const meantBy = new Map<string, string>();
  // A record with more strangers is not one with slips.
  if (missing.size === 0 || undeclared.length === 0 || undeclared.length > maxNear) return meantBy;
  spend(context.meter, stepsToMatch);
  for (const [name, meant] of closestFields(undeclared, missing, check)) meantBy.set(name, meant);
  const open = missing.difference(new Set(meantBy.values()));
  const renamed = matchRenamed({
    unknown: undeclared.length > maxRenamed ? [] : undeclared.filter((name) => !meantBy.has(name)),
    missing: [...open].slice(0, maxRenamed),
    fits: (name, meant) => {
      spend(context.meter, stepsPerFit);
      return holds(fields.get(meant) as Field, record[name] as Json, check);
    },
    written: Object.keys(record),
    known: [...fields.keys()],
  });
  for (const [name, meant] of renamed) meantBy.set(name, meant);
  return meantBy;
}

function closestFields(
  undeclared: readonly string[],
  missing: ReadonlySet<string>,
  { near, context }: RecordsCheck,
): ReadonlyMap<string, string> {
  const names = JSON.stringify([undeclared, [...missing]]);
  spend(context.meter, undeclared.length + missing.size);
  const known = near.get(names);
  if (known) return known;
  const open = new Set(missing);
  const pairs = new Map<string, string>();
  for (const name of undeclared) {
    const meant = closest(name, [...open], context.meter);
    if (meant === undefined) continue;
    pairs.set(name, meant);
    open.delete(meant);
  }
  near.set(names, pairs);
  return pairs;
}
