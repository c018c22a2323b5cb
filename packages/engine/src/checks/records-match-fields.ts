import { escapeToken, type Json, type JsonObject } from "@assay/contract";
import { describeValue } from "../findings/describe-value.ts";
import { isObject, readMember } from "../json/json.ts";
import { findMatches, type PatternMatch, parsePattern } from "../json/pointer-pattern.ts";
import { spend } from "../meter.ts";
import { type Match, matchNames } from "../names/match-names.ts";
import type { Check, CheckContext, CheckParts, FieldTest, RuleFor } from "./check.ts";
import { explainSampleValue } from "./explain-sample-value.ts";
import { lintFieldTypes } from "./lint-field-types.ts";
import { lintPointer } from "./lint-pointer.ts";

type RecordsRule = RuleFor<"records-match-fields">;

/** `records-match-fields {at, fieldsAt, missing}`: sample records have values of the declared fields, and no others. */
export const recordsMatchFields: Check<RecordsRule> = {
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
    return {
      reads: [at, fieldsAt],
      dependsOn: [at, fieldsAt],
      run(context) {
        const declared = readFields(findMatches(context.candidate, fieldsAt), readMemberNames(rule), context, parts);
        const check = { ...declared, rule, parts, context, matchesByNames: new Map() };
        for (const { path: listPath, value: items } of findMatches(context.candidate, at)) {
          if (!Array.isArray(items)) continue;
          for (let index = 0; index < items.length; index += 1)
            checkRecord(items[index] as Json, { listPath, index }, check);
        }
      },
    };
  },
};

const stepsToMatch = 128;

/** The names of the properties that hold the name and the type of a declared field. */
interface MemberNames {
  readonly name: string;
  readonly type: string;
}

function readMemberNames({ nameProperty = "name", typeProperty = "type" }: RecordsRule): MemberNames {
  return { name: nameProperty, type: typeProperty };
}

interface Field {
  readonly type: string | undefined;
  readonly test: FieldTest;
  /** Whether the name of the field has an error. If it has one, records might use the correct name. */
  readonly hasInvalidName: boolean;
}

interface RecordsCheck {
  readonly fields: ReadonlyMap<string, Field>;
  /** Whether some fields are unknown because a declaration has no usable name or the array was cut. */
  readonly hasUnknownFields: boolean;
  readonly rule: RecordsRule;
  readonly parts: CheckParts;
  readonly context: CheckContext;
  /** Cached results of `matchNames`, by the compared names, because most records have the same names. */
  readonly matchesByNames: Map<string, ReadonlyMap<string, Match>>;
}

/** The position of an item. The path of the item is built only if there is a finding to report. */
interface Item {
  readonly listPath: readonly string[];
  readonly index: number;
}

function readFields(
  fieldsAt: Iterable<PatternMatch>,
  members: MemberNames,
  { meter, wasCut, hasErrors, hasUnfixedError }: CheckContext,
  { fieldTests }: CheckParts,
): Pick<RecordsCheck, "fields" | "hasUnknownFields"> {
  const fields = new Map<string, Field>();
  let hasUnknownFields = false;
  for (const { path: listPath, value: items } of fieldsAt) {
    if (!Array.isArray(items)) continue;
    hasUnknownFields ||= wasCut(listPath);
    for (let index = 0; index < items.length; index += 1) {
      spend(meter, 1);
      const item = items[index] as Json;
      const field = isObject(item) ? item : {};
      const name = readMember(field, members.name);
      const type = readMember(field, members.type);
      if (typeof name !== "string") hasUnknownFields = true;
      else if (!fields.has(name)) {
        const test = (typeof type === "string" ? fieldTests.get(type) : undefined) ?? acceptAnything;
        fields.set(name, {
          type: test === acceptAnything ? undefined : String(type),
          test,
          hasInvalidName: hasErrors() && hasUnfixedError(toPath({ listPath, index }, members.name)),
        });
      }
    }
  }
  return { fields, hasUnknownFields };
}

// A `for in` loop with this function takes half the time of `Object.keys`.
const { hasOwnProperty: isOwn } = Object.prototype;

// The test for an unknown type, which is reported at its declaration.
const acceptAnything: FieldTest = () => true;

function checkRecord(record: Json, item: Item, check: RecordsCheck): void {
  const { fields, context } = check;
  spend(context.meter, 1 + fields.size);
  if (!isObject(record)) return;
  const undeclared: string[] = [];
  let declared = 0;
  for (const name in record) {
    if (!isOwn.call(record, name)) continue;
    const value = record[name] as Json;
    const field = fields.get(name);
    if (!field) undeclared.push(name);
    else {
      declared += 1;
      if (!field.test(value, context.meter)) reportValue(name, value, field, item, check);
    }
  }
  spend(context.meter, declared + undeclared.length);
  if (undeclared.length > 0 || declared < fields.size) checkNames(record, undeclared, item, check);
}

function reportValue(name: string, value: Json, field: Field, item: Item, check: RecordsCheck): void {
  const { type, test } = field;
  const path = toPath(item, name);
  const { meter } = check.context;
  if (!check.context.isUsable(path)) return;
  const canBeMissing = check.rule.missing === "allow";
  const { params, ...explained } = explainSampleValue(value, { name, type, test, canBeMissing }, check.parts, meter);
  check.context.report({
    code: "sample.value-type",
    path,
    params: { ...describeValue(value), expected: type ?? "", ...params },
    ...explained,
    ...createCommon(check),
  });
}

function checkNames(record: JsonObject, undeclared: readonly string[], item: Item, check: RecordsCheck): void {
  const { fields, rule, context } = check;
  const declared = [...fields.keys()];
  const absent = declared.filter((name) => !Object.hasOwn(record, name));
  // If the name of a declared field is invalid, the record might use the correct name.
  const hasUnknownFields = check.hasUnknownFields || absent.some((name) => fields.get(name)?.hasInvalidName);
  // Fields that seem to be missing from a cut record might have been cut off.
  const missing = new Set(
    context.wasCut(toPath(item)) ? [] : absent.filter((name) => !fields.get(name)?.hasInvalidName),
  );
  const matches = matchFields(record, undeclared, missing, check);
  for (const name of undeclared) {
    const match = matches.get(name);
    if (!match && hasUnknownFields) continue;
    const value = record[name] as Json;
    context.report({
      code: "sample.field-undeclared",
      message: "default",
      path: toPath(item, name),
      params: { name, declared: (match && !match.isSame) || declared.length === 0 ? undefined : declared },
      groupKey: match?.name ?? "",
      didYouMean: match?.isSame ? undefined : match?.name,
      fix: match?.isSame ? { kind: "rename", to: match.name } : undefined,
      ...createCommon(check),
    });
    if (!match) continue;
    missing.delete(match.name);
    const field = fields.get(match.name) as Field;
    if (!field.test(value, context.meter)) reportValue(name, value, field, item, check);
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

function toPath({ listPath, index }: Item, ...names: readonly string[]): readonly string[] {
  return [...listPath, String(index), ...names];
}

function createCommon({ rule, parts }: RecordsCheck) {
  return { severity: rule.severity ?? "error", rule: parts.origin } as const;
}

// Matches undeclared names with the missing fields that they certainly or possibly mean.
function matchFields(
  record: JsonObject,
  undeclared: readonly string[],
  missing: ReadonlySet<string>,
  { fields, matchesByNames, context: { meter } }: RecordsCheck,
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
