import { escapeToken, type Json, type JsonObject } from "@assay/contract";
import { matchNames } from "../did-you-mean/match-names.ts";
import { nameForm } from "../did-you-mean/near-spelling.ts";
import { describeValue } from "../findings/describe-value.ts";
import { kindOfValue } from "../findings/kind-of-value.ts";
import { isObject, member } from "../json/json.ts";
import { type PatternMatch, parsePattern } from "../json/pointer-pattern.ts";
import { type Meter, spend } from "../meter.ts";
import type { CheckDocs, CheckParts, FieldTest, RuleOf } from "./check.ts";
import { explainSampleValue } from "./explain-sample-value.ts";
import { lintFieldTypes } from "./lint-field-types.ts";
import { lintPointer } from "./lint-pointer.ts";
import type { NativeCheck, NativeContext } from "./native-check.ts";

type RecordsRule = RuleOf<"records-match-fields">;

/** `records-match-fields {at, fieldsAt, missing}`: sample records have the declared fields, with values of their types. */
export const recordsMatchFields: NativeCheck<RecordsRule> = {
  reads: { at: "array", fieldsAt: "array" },

  lint(rule, spec, path) {
    const { name, type } = membersOf(rule);
    const parts = [name, type].flatMap((member) =>
      lintPointer(spec, `${rule.fieldsAt}/*/${escapeToken(member)}`, "string", [...path, "fieldsAt"]),
    );
    return parts.length > 0 ? parts : lintFieldTypes(spec, [...parsePattern(rule.fieldsAt), "*", type]);
  },

  compile(rule, parts) {
    return ({ at, fieldsAt }, context) => {
      const members = membersOf(rule);
      const declared = declaredFields(fieldsAt, members, context, parts);
      const { fields, nameless } = declared;
      const unnamed =
        fields.size === 0 && nameless.first ? context.blockedBy(pathTo(nameless.first, members.name)) : undefined;
      if (unnamed) return unnamed;
      const check = {
        ...declared,
        members,
        rule,
        parts,
        context,
        at,
        wrongNames: new Set<string>(),
        used: new Map(),
        matchesByNames: new Map(),
      };
      if (context.hasErrors()) findWrongNames(check);
      for (const { path: list, value: items } of at) {
        if (!Array.isArray(items)) continue;
        for (let index = 0; index < items.length; index += 1) checkRecord(items[index] as Json, { list, index }, check);
      }
      return undefined;
    };
  },
};

/** The entry of the check in the reference. */
export const recordsMatchFieldsDocs: CheckDocs<RecordsRule> = {
  description:
    'Every record in the array at `at` must match the fields that the array at `fieldsAt` declares, each an object with a `name` and a `type`, or with the properties that `nameProperty` and `typeProperty` name. `fieldTypes` in the spec package defines the types, and `candidateSchema` must limit the type to exactly their names with an `enum`. A field that is not declared is reported as `sample.field-undeclared`, a value that does not match as `sample.value-type`, and a declared field without a value as `sample.field-missing`, unless `missing` is `"allow"`.',

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
    path: "/sampleRecords/0/age",
  },
};

const stepsToMatch = 128;

/** The properties of a declaration that have the name and the type of its field. */
interface Members {
  readonly name: string;
  readonly type: string;
}

function membersOf({ nameProperty = "name", typeProperty = "type" }: Partial<RecordsRule>): Members {
  return { name: nameProperty, type: typeProperty };
}

interface Field {
  readonly declared: Item;
  /** Whether its name had whitespace around it. */
  readonly isTrimmed: boolean;
  readonly type: string | undefined;
  readonly test: FieldTest;
}

/** How many declarations have no usable name, the first of them, and the strings in them: one of these may be the name. */
interface Nameless {
  count: number;
  first?: Item;
  readonly texts: Set<string>;
}

interface RecordsCheck {
  readonly fields: ReadonlyMap<string, Field>;
  readonly nameless: Nameless;
  /** Whether there are more declarations, which nobody has read. */
  readonly isCut: boolean;
  readonly members: Members;
  readonly rule: Pick<RecordsRule, "missing" | "severity">;
  readonly parts: CheckParts;
  readonly context: NativeContext;
  readonly at: Iterable<PatternMatch>;
  /** The names of fields with an error at their declaration. */
  readonly wrongNames: Set<string>;
  /** The first record that has a field under its declared name, by name, as far as that was needed. */
  readonly used: Map<string, Item | undefined>;
  /** Results of `matchNames`, by the names that were compared: most records have the same names. */
  readonly matchesByNames: Map<string, ReadonlyMap<string, string>>;
}

/** An item of an array; its path is built only for a finding. */
interface Item {
  readonly list: readonly string[];
  readonly index: number;
}

function declaredFields(
  fieldsAt: Iterable<PatternMatch>,
  members: Members,
  { meter, wasCut }: NativeContext,
  { fieldTypes }: CheckParts,
) {
  const fields = new Map<string, Field>();
  const nameless: Nameless = { count: 0, texts: new Set() };
  let isCut = false;
  for (const { path: list, value: items } of fieldsAt) {
    if (!Array.isArray(items)) continue;
    isCut ||= wasCut(list);
    for (let index = 0; index < items.length; index += 1) {
      spend(meter, 1);
      const item = items[index] as Json;
      const field = isObject(item) ? item : {};
      const name = member(field, members.name);
      const type = member(field, members.type);
      if (typeof name !== "string") {
        nameless.first ??= { list, index };
        nameless.count += 1;
        const texts = Object.values(field).filter((value) => typeof value === "string");
        spend(meter, texts.length);
        for (const text of texts) nameless.texts.add(text);
      }
      // Whitespace around a name is reported at the declaration; records refer to the name without it.
      else if (!fields.has(name.trim())) {
        const typeName = typeof type === "string" ? fieldTypes.nameFor(type, meter) : undefined;
        const test = (typeName === undefined ? undefined : fieldTypes.testOf(typeName)) ?? anything;
        fields.set(name.trim(), { declared: { list, index }, isTrimmed: name !== name.trim(), type: typeName, test });
      }
    }
  }
  return { fields, nameless, isCut };
}

// As a constant of the file this costs nothing inside `for in`, which then takes half the time of Object.keys.
const { hasOwnProperty: owns } = Object.prototype;

// An unknown type is reported at its declaration.
const anything: FieldTest = () => true;

function checkRecord(record: Json, item: Item, check: RecordsCheck): void {
  const { fields, isCut, context } = check;
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
      if (!field.test(value, context.meter)) reportValue(name, value, field, item, check);
    }
  }
  spend(context.meter, declared + undeclared.length);
  if (!isCut && (undeclared.length > 0 || declared < fields.size)) checkNames(record, undeclared, item, check);
}

function reportValue(name: string, value: Json, field: Field, item: Item, check: RecordsCheck): void {
  const { type, test } = field;
  const path = pathTo(item, name);
  const { meter } = check.context;
  if (!check.context.usable(path)) return;
  const kind = kindOfValue(value, (converted) => test(converted, meter), meter);
  const { fieldTypes } = check.parts;
  const mayBeMissing = check.rule.missing === "allow";
  const { message, params } = explainSampleValue(value, { kind, name, type, test, fieldTypes, mayBeMissing }, meter);
  check.context.report({
    code: "sample.value-type",
    message,
    path,
    params: { ...describeValue(value), expected: type ?? "", ...params },
    groupKey: message === "otherType" ? `${message} ${kind}` : typeof params.defect === "string" ? params.defect : kind,
    related: declaredHere(field),
    ...common(check),
  });
}

function checkNames(record: JsonObject, undeclared: readonly string[], item: Item, check: RecordsCheck): void {
  const { fields, nameless, wrongNames, rule, context } = check;
  const declared = [...fields.keys()];
  const absent = new Set(declared.filter((name) => !Object.hasOwn(record, name)));
  // What was cut off a record is not missing.
  const missing = (context.wasCut(pathTo(item)) ? new Set<string>() : absent).difference(wrongNames);
  const renamed = renamedFields(undeclared, missing, check);
  // A field may be one of those whose declaration has no good name, unless each of them says which field it declares.
  const meant = undeclared.filter((name) => nameless.texts.has(name));
  // A name that is wrong itself may have been another one, which the records use already.
  const isOpen = !absent.isDisjointFrom(wrongNames) || meant.length < nameless.count;
  for (const name of undeclared) {
    const fieldName = renamed.get(name);
    if (fieldName === undefined && (isOpen || meant.includes(name))) continue;
    const field = fieldName === undefined ? undefined : fields.get(fieldName);
    const value = record[name] as Json;
    const held = field ? [] : heldIn(value, missing, context.meter);
    const isWrapper = held.length > 0;
    for (const each of held) missing.delete(each);
    const undeclaredHere = isWrapper ? "wrapper" : value === null ? "noValue" : "default";
    const message = field
      ? nearMessage(name, fieldName as string, check)
      : declared.length > 0
        ? undeclaredHere
        : "none";
    const params = {
      name,
      declared,
      ...(fieldName === undefined ? {} : { didYouMean: fieldName }),
      ...(isWrapper ? { held } : {}),
    };
    const path = pathTo(item, name);
    // The same name may be a renamed field here, and an undeclared one in a record that has the field too.
    const groupKey = `${message} ${fieldName ?? held.join()}`;
    const related = field && message === "either" ? { related: declaredHere(field) } : {};
    const about = { path, params, groupKey, ...related, ...common(check) };
    context.report({ code: "sample.field-undeclared", message, ...about });
    if (field && !field.test(value, context.meter)) reportValue(name, value, field, item, check);
  }
  for (const fieldName of renamed.values()) missing.delete(fieldName);
  if (rule.missing === "allow") return;
  for (const name of missing) {
    const field = fields.get(name) as Field;
    const { type } = field;
    const path = pathTo(item, name);
    context.report({
      code: "sample.field-missing",
      message: type === undefined ? "default" : "typed",
      path,
      params: { name, ...(type === undefined ? {} : { expected: type }) },
      related: declaredHere(field),
      ...common(check),
    });
  }
}

// A record inside another object has its fields there; one of them alone may be something else.
function heldIn(value: Json, missing: ReadonlySet<string>, meter: Meter): readonly string[] {
  if (!isObject(value)) return [];
  spend(meter, missing.size);
  const held = [...missing].filter((name) => Object.hasOwn(value, name));
  return held.length > 1 ? held : [];
}

// If no record has the declared name, the declaration may be the misspelled one; case and separators make no other name.
function nearMessage(name: string, declared: string, check: RecordsCheck) {
  return nameForm(name).folded === nameForm(declared).folded || firstWith(declared, check) ? "near" : "either";
}

// A finding shows no more places, and looking for them costs steps.
const maxWrongNames = 8;

// An author who corrects only a declaration would learn in the next round that records have the old name.
function findWrongNames(check: RecordsCheck): void {
  const { fields, members, wrongNames, context } = check;
  for (const [name, { declared, isTrimmed }] of fields) {
    const path = pathTo(declared, members.name);
    if (isTrimmed || !context.isWrong(path)) continue;
    wrongNames.add(name);
    const record = context.assumedAt || wrongNames.size > maxWrongNames ? undefined : firstWith(name, check);
    if (record) context.relate(path, { path: pathTo(record, name), message: sameName });
  }
}

const sameName = "Sample records use this name: change it there too.";

function firstWith(name: string, { at, used, context: { meter } }: RecordsCheck): Item | undefined {
  if (used.has(name)) return used.get(name);
  let first: Item | undefined;
  for (const { path: list, value: records } of at) {
    if (!Array.isArray(records)) continue;
    spend(meter, records.length);
    const index = records.findIndex((record) => isObject(record) && Object.hasOwn(record, name));
    if (index >= 0) first ??= { list, index };
  }
  used.set(name, first);
  return first;
}

function declaredHere({ declared }: Field) {
  return { path: pathTo(declared), message: "Declared here." };
}

function pathTo({ list, index }: Item, ...names: readonly string[]): readonly string[] {
  return [...list, String(index), ...names];
}

function common({ rule, parts }: RecordsCheck) {
  return { severity: rule.severity ?? "error", rule: parts.origin } as const;
}

// Undeclared fields that are a declared one under another name.
function renamedFields(
  undeclared: readonly string[],
  missing: ReadonlySet<string>,
  { fields, matchesByNames, context: { meter } }: RecordsCheck,
): ReadonlyMap<string, string> {
  if (missing.size === 0 || undeclared.length === 0) return new Map();
  spend(meter, stepsToMatch + undeclared.length + missing.size);
  const key = JSON.stringify([undeclared, [...missing]]);
  const matches =
    matchesByNames.get(key) ??
    matchNames(
      { unknown: undeclared, absent: [...missing], present: [...fields.keys()].filter((name) => !missing.has(name)) },
      meter,
    );
  matchesByNames.set(key, matches);
  return matches;
}
