import { escapeToken, type Json, type JsonObject } from "@assay/contract";
import { describeValue } from "../findings/describe-value.ts";
import { isArray, isObject, ownsMember, readMember, toJsonType } from "../json/json.ts";
import { findMatches, parsePattern } from "../json/pointer-pattern.ts";
import { type Meter, spend } from "../meter.ts";
import { type Match, matchNames } from "../names/match-names.ts";
import { acceptsAt } from "../schema/accepts.ts";
import type { Place } from "../schema/place.ts";
import type { Check, CheckContext, CheckParts, RecordsRule, RuleFor } from "./check.ts";
import { explainSampleValue } from "./explain-sample-value.ts";
import { lintFieldTypes } from "./lint-field-types.ts";
import { lintPointer } from "./lint-pointer.ts";

type Rule = RuleFor<"records-match-fields">;

/** `records-match-fields {at, fieldsAt, missing}`: sample records have values of the declared fields, and no others. */
export const recordsMatchFields: Check<Rule> = {
  lint(rule, spec, path) {
    const unreachable = (["at", "fieldsAt"] as const).flatMap((pattern) =>
      lintPointer(spec, rule[pattern], "array", [...path, pattern]),
    );
    if (unreachable.length > 0) return unreachable;
    const { name, type } = readMemberNames(rule);
    const parts = [name, type].flatMap((member) =>
      lintPointer(spec, `${rule.fieldsAt}/*/${escapeToken(member)}`, "string", [...path, "fieldsAt"]),
    );
    return parts.length > 0 ? parts : lintFieldTypes(spec, [...parsePattern(rule.fieldsAt), "*", type]);
  },

  compile(rule, parts) {
    const [at, fieldsAt] = [parsePattern(rule.at), parsePattern(rule.fieldsAt)];
    const { severity = "error" } = rule;
    // What only causes a warning is packaged as it is, so nothing is corrected for it.
    const canCorrect = severity === "error" && rule.needs !== "owner-decision";
    return {
      reads: [at, fieldsAt],
      dependsOn: [at, fieldsAt],
      records: canCorrect ? createRecordsRule(rule, parts) : undefined,
      run(context) {
        const { candidate, hasErrors, hasError, wasCut, meter } = context;
        const isAccepted = (path: readonly string[]) => !hasErrors() || !hasError(path);
        let check: RecordsCheck | undefined;
        for (const { path: listPath, value: items } of findMatches(candidate, at)) {
          if (!isArray(items)) continue;
          for (const [index, record] of items.entries()) {
            if (context.met.has(record)) continue;
            check ??= { ...readFields(candidate, { rule, parts, meter, isAccepted, wasCut }), context };
            checkRecord(record, { listPath, index }, check);
          }
        }
      },
    };
  },
};

const stepsToMatch = 128;

// The names of the properties that hold the name and the type of a declared field.
function readMemberNames({ nameProperty: name = "name", typeProperty: type = "type" }: Rule) {
  return { name, type };
}

interface Field {
  /** The name of its type, and the place of a value; undefined if it has no known type. */
  readonly type: string | undefined;
  readonly place: Place | undefined;
  /** Whether the name of the field has an error. If it has one, records might use the correct name. */
  hasInvalidName(): boolean;
}

interface DeclaredFields {
  readonly fields: ReadonlyMap<string, Field>;
  /** Whether some fields are unknown because a declaration has no usable name or the array was cut. */
  readonly hasUnknownFields: boolean;
  readonly rule: Rule;
  readonly parts: CheckParts;
  readonly meter: Meter;
  /** Cached results of `matchNames`, by the compared names, because most records have the same names. */
  readonly matchesByNames: Map<string, ReadonlyMap<string, Match>>;
}

interface RecordsCheck extends DeclaredFields {
  readonly context: CheckContext;
}

/** The position of an item. The path of the item is built only if there is a finding to report. */
interface Item {
  readonly listPath: readonly string[];
  readonly index: number;
}

/** What is known about the declarations of a candidate. */
interface Declarations extends Pick<DeclaredFields, "rule" | "parts" | "meter"> {
  isAccepted(path: readonly string[]): boolean;
  wasCut?(path: readonly string[]): boolean;
}

function readFields(candidate: Json, { isAccepted, wasCut, ...rest }: Declarations): DeclaredFields {
  const { rule, parts, meter } = rest;
  const members = readMemberNames(rule);
  const fields = new Map<string, Field>();
  let hasUnknownFields = false;
  for (const { path: listPath, value: items } of findMatches(candidate, parsePattern(rule.fieldsAt))) {
    if (!Array.isArray(items)) continue;
    hasUnknownFields ||= wasCut?.(listPath) === true;
    for (let index = 0; index < items.length; index += 1) {
      spend(meter, 1);
      const item = items[index] as Json;
      const field = isObject(item) ? item : {};
      const name = readMember(field, members.name);
      const type = readMember(field, members.type);
      if (typeof name !== "string") hasUnknownFields = true;
      else if (!fields.has(name)) {
        const place = typeof type === "string" ? parts.fieldPlaces.get(type) : undefined;
        fields.set(name, {
          type: place && String(type),
          place,
          hasInvalidName: () => !isAccepted(toPath({ listPath, index }, members.name)),
        });
      }
    }
  }
  return { fields, hasUnknownFields, ...rest, matchesByNames: new Map() };
}

// What the rule requires of each record, for correcting names and values in it.
function createRecordsRule(rule: Rule, parts: CheckParts): RecordsRule {
  return {
    at: parsePattern(rule.at),
    read(candidate, isAccepted, meter) {
      const declared = readFields(candidate, { rule, parts, meter, isAccepted });
      const common = createCommon(declared);
      return {
        readType: (name) => declared.fields.get(name)?.type,
        accepts: (record) => acceptsRecord(record, declared),
        match(record) {
          const undeclared = Object.keys(record).filter((name) => !declared.fields.has(name));
          return matchFields(record, undeclared, new Set(listMissing(record, declared)), declared);
        },
        explainName: (path, expected) => ({ ...explainUndeclared(path, []), groupKey: expected, ...common }),
        explainValue(path, value, type) {
          return { ...explainValueType(path, value, type), groupKey: toJsonType(value), ...common };
        },
      };
    },
  };
}

// An unknown type is reported at its declaration.
function acceptsValue({ place }: Field, value: Json, meter: Meter): boolean {
  return !place || acceptsAt(place, value, meter);
}

function acceptsRecord(record: Json, { fields, rule, meter }: DeclaredFields): boolean {
  spend(meter, 1);
  if (!isObject(record)) return true;
  let declared = 0;
  for (const name in record) {
    if (!ownsMember.call(record, name)) continue;
    spend(meter, 1);
    const field = fields.get(name);
    if (!field || !acceptsValue(field, record[name] as Json, meter)) return false;
    declared += 1;
  }
  return declared === fields.size || rule.missing === "allow";
}

function checkRecord(record: Json, item: Item, check: RecordsCheck): void {
  const { fields, context } = check;
  spend(context.meter, 1 + fields.size);
  if (!isObject(record)) return;
  const undeclared: string[] = [];
  let declared = 0;
  for (const name in record) {
    if (!ownsMember.call(record, name)) continue;
    const value = record[name] as Json;
    const field = fields.get(name);
    if (!field) undeclared.push(name);
    else {
      declared += 1;
      if (!acceptsValue(field, value, context.meter)) reportValue(name, value, field, item, check);
    }
  }
  spend(context.meter, declared + undeclared.length);
  if (undeclared.length > 0 || declared < fields.size) checkNames(record, undeclared, item, check);
}

function reportValue(name: string, value: Json, field: Field, item: Item, check: RecordsCheck): void {
  const { type, place } = field;
  const path = toPath(item, name);
  if (!check.context.isUsable(path) || !place || type === undefined) return;
  const canBeMissing = check.rule.missing === "allow";
  const { params, ...explained } = explainSampleValue(value, { name, type, place, canBeMissing }, check.meter);
  const finding = explainValueType(path, value, type);
  check.context.report({ ...finding, ...explained, params: { ...finding.params, ...params }, ...createCommon(check) });
}

function checkNames(record: JsonObject, undeclared: readonly string[], item: Item, check: RecordsCheck): void {
  const { fields, rule, context } = check;
  const declared = [...fields.keys()];
  const listed = listMissing(record, check);
  // If the name of a declared field is invalid, the record might use the correct name.
  const hasUnknownFields =
    check.hasUnknownFields || declared.some((name) => !Object.hasOwn(record, name) && !listed.includes(name));
  // Fields that seem to be missing from a cut record might have been cut off.
  const missing = new Set(context.wasCut(toPath(item)) ? [] : listed);
  const matches = matchFields(record, undeclared, missing, check);
  for (const name of undeclared) {
    const match = matches.get(name);
    if (!match && hasUnknownFields) continue;
    const value = record[name] as Json;
    context.report({
      ...explainUndeclared(toPath(item, name), match ? [] : declared),
      groupKey: match?.name ?? "",
      didYouMean: match?.name,
      ...createCommon(check),
    });
    if (!match) continue;
    missing.delete(match.name);
    const field = fields.get(match.name) as Field;
    // A number under a near name can be another quantity.
    if (typeof value !== "number" && !acceptsValue(field, value, context.meter))
      reportValue(name, value, field, item, check);
  }
  if (rule.missing === "allow") return;
  for (const name of missing) {
    const { type } = fields.get(name) as Field;
    context.report({
      code: "sample.field-missing",
      message: type === undefined ? "default" : "typed",
      path: toPath(item, name),
      params: { name, expected: type },
      ...createCommon(check),
    });
  }
}

function explainUndeclared(path: readonly string[], declared: readonly string[]) {
  const params = { name: path.at(-1) ?? "", declared: declared.length === 0 ? undefined : declared };
  return { code: "sample.field-undeclared", message: "default", path, params } as const;
}

function explainValueType(path: readonly string[], value: Json, expected: string) {
  return {
    code: "sample.value-type",
    message: "default",
    path,
    params: { ...describeValue(value), expected },
  } as const;
}

function toPath({ listPath, index }: Item, ...names: readonly string[]): readonly string[] {
  return [...listPath, String(index), ...names];
}

function createCommon({ rule, parts }: DeclaredFields) {
  return { severity: rule.severity ?? "error", rule: parts.origin } as const;
}

// Lists the declared fields that a record lacks, and that it could have under their names.
function listMissing(record: JsonObject, { fields }: DeclaredFields): readonly string[] {
  return [...fields].flatMap(([name, field]) => (Object.hasOwn(record, name) || field.hasInvalidName() ? [] : [name]));
}

// Matches undeclared names with the missing fields that they certainly or possibly mean.
function matchFields(
  record: JsonObject,
  undeclared: readonly string[],
  missing: ReadonlySet<string>,
  { fields, matchesByNames, meter }: DeclaredFields,
): ReadonlyMap<string, Match> {
  if (missing.size === 0 || undeclared.length === 0) return new Map();
  spend(meter, stepsToMatch + undeclared.length + missing.size);
  const isNumber = (name: string) => typeof record[name] === "number";
  const key = JSON.stringify([undeclared.map((name) => [name, isNumber(name)]), [...missing]]);
  const present = [...fields.keys()].filter((name) => !missing.has(name));
  const matches =
    matchesByNames.get(key) ?? matchNames({ unknown: undeclared, absent: [...missing], present, isNumber }, meter);
  matchesByNames.set(key, matches);
  return matches;
}
