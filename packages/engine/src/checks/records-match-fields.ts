import type { Json, JsonObject } from "@assay/contract";
import { lintFieldTypes } from "../compile/lint-field-types.ts";
import { isObject, member } from "../json/json.ts";
import { expandPattern, valueAt } from "../json/pointer.ts";
import { closest } from "../text/closest.ts";
import { describeValue } from "../validate/describe-value.ts";
import { spend } from "../validate/meter.ts";
import type { Check, CheckContext, CheckParts, RuleOf } from "./check.ts";
import { lintPlace, placeOf } from "./place.ts";

type RecordsRule = RuleOf<"records-match-fields">;

/** `records-match-fields {at, fieldsAt, missing}`: sample records have the declared fields, with values of their types. */
export const recordsMatchFields: Check<RecordsRule> = {
  reads: (rule) => [rule.at, rule.fieldsAt],

  lint(rule, spec, at) {
    const places = [
      ...lintPlace(spec, rule.at, "list", [...at, "at"]),
      ...lintPlace(spec, rule.fieldsAt, "list", [...at, "fieldsAt"]),
    ];
    if (places.length > 0) return places;
    const parts = ["name", "type"].flatMap((name) =>
      lintPlace(spec, `${rule.fieldsAt}/*/${name}`, "string", [...at, "fieldsAt"]),
    );
    return parts.length > 0 ? parts : lintFieldTypes(spec, rule.fieldsAt);
  },

  compile(rule, parts) {
    const recordsAt = placeOf(rule.at);
    const fieldsAt = placeOf(rule.fieldsAt);
    return (context) => {
      const { fields, nameless } = declaredFields(context, fieldsAt, parts);
      const names = [...fields.keys()];
      for (const tokens of expandPattern(context.candidate, [...recordsAt, "*"])) {
        const record = valueAt(context.candidate, tokens);
        spend(context.meter, 1 + names.length);
        if (isObject(record)) checkRecord({ record, tokens, fields, nameless, names, rule, parts, context });
      }
    };
  },
};

interface Field {
  readonly tokens: readonly string[];
  readonly type: string | undefined;
}

function declaredFields(context: CheckContext, fieldsAt: readonly string[], { fieldTypes }: CheckParts) {
  const fields = new Map<string, Field>();
  let nameless = false;
  for (const tokens of expandPattern(context.candidate, [...fieldsAt, "*"])) {
    spend(context.meter, 1);
    const field = valueAt(context.candidate, tokens);
    const name = isObject(field) ? member(field, "name") : undefined;
    const type = isObject(field) ? member(field, "type") : undefined;
    if (typeof name !== "string") nameless = true;
    if (typeof name !== "string" || fields.has(name)) continue;
    fields.set(name, { tokens, type: typeof type === "string" ? fieldTypes.nameOf(type) : undefined });
  }
  return { fields, nameless };
}

interface RecordCheck {
  readonly record: JsonObject;
  readonly tokens: readonly string[];
  readonly fields: ReadonlyMap<string, Field>;
  /** True when a declaration has no usable name: any undeclared field may be the one that was meant. */
  readonly nameless: boolean;
  readonly names: readonly string[];
  readonly rule: RecordsRule;
  readonly parts: CheckParts;
  readonly context: CheckContext;
}

function checkRecord({ record, tokens, fields, nameless, names, rule, parts, context }: RecordCheck): void {
  const common = { severity: rule.severity ?? "error", rule: parts.origin } as const;
  const missing = new Set(names.filter((name) => !Object.hasOwn(record, name)));
  for (const name of Object.keys(record)) {
    const place = [...tokens, name];
    const field = fields.get(name);
    spend(context.meter, 1);
    if (!field) {
      if (nameless) continue;
      const didYouMean = missing.size > 0 ? closest(name, [...missing]) : undefined;
      if (didYouMean !== undefined) missing.delete(didYouMean);
      const near = didYouMean === undefined ? {} : { didYouMean };
      const message = didYouMean !== undefined ? "near" : names.length > 0 ? "default" : "none";
      const params = { name, declared: names.slice(0, 32), ...near };
      context.report({ code: "sample.field-undeclared", message, tokens: place, params, ...common });
      continue;
    }
    const value = member(record, name) as Json;
    if (field.type === undefined || !context.usable(place)) continue;
    if (parts.fieldTypes.holds(field.type, value, context.meter)) continue;
    const described = describeValue(value);
    context.report({
      code: "sample.value-type",
      message: "actual" in described ? "default" : "composite",
      tokens: place,
      params: { ...described, expected: field.type },
      related: { tokens: field.tokens, message: "Declared here." },
      ...common,
    });
  }
  if (rule.missing === "allow" || context.wasCut(tokens)) return;
  for (const name of missing) {
    const declared = fields.get(name)?.tokens ?? [];
    const related = { tokens: declared, message: "Declared here." };
    context.report({
      code: "sample.field-missing",
      message: "default",
      tokens: [...tokens, name],
      params: { name },
      related,
      ...common,
    });
  }
}
