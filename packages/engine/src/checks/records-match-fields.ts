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
    // Blanks around a name are reported where they stand; records mean the name without them.
    else if (!fields.has(name.trim())) {
      fields.set(name.trim(), { tokens, type: typeof type === "string" ? fieldTypes.meant(type) : undefined });
    }
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
  const holds = (field: Field, value: Json) =>
    field.type === undefined || parts.fieldTypes.holds(field.type, value, context.meter);
  const missing = new Set(names.filter((name) => !Object.hasOwn(record, name)));
  const undeclared = Object.keys(record).filter((name) => !fields.has(name));
  spend(context.meter, Object.keys(record).length);

  const meantBy = meantFields(record, undeclared, missing, fields, holds);
  for (const name of Object.keys(record)) {
    const place = [...tokens, name];
    const value = member(record, name) as Json;
    const meant = meantBy.get(name) ?? name;
    const field = fields.get(meant);
    if (meant !== name || !field) {
      if (nameless) continue;
      const message = field ? "near" : names.length > 0 ? "default" : "none";
      const params = { name, declared: names, ...(field ? { didYouMean: meant } : {}) };
      context.report({ code: "sample.field-undeclared", message, tokens: place, params, ...common });
    }
    if (!field || holds(field, value) || !context.usable(place)) continue;
    const described = describeValue(value);
    context.report({
      code: "sample.value-type",
      message: "actual" in described ? "default" : "composite",
      tokens: place,
      params: { ...described, expected: field.type ?? "" },
      related: { tokens: field.tokens, message: "Declared here." },
      ...common,
    });
  }
  for (const meant of meantBy.values()) missing.delete(meant);
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

// Undeclared fields that stand for a declared one: by a near name, or as the only one of each with a fitting value.
function meantFields(
  record: JsonObject,
  undeclared: readonly string[],
  missing: ReadonlySet<string>,
  fields: ReadonlyMap<string, Field>,
  holds: (field: Field, value: Json) => boolean,
): ReadonlyMap<string, string> {
  const meantBy = new Map<string, string>();
  const open = new Set(missing);
  for (const name of open.size > 0 ? undeclared : []) {
    const meant = closest(name, [...open]);
    if (meant !== undefined) {
      meantBy.set(name, meant);
      open.delete(meant);
    }
  }
  const [name, ...others] = undeclared.filter((undeclaredName) => !meantBy.has(undeclaredName));
  const [meant, ...more] = open;
  const field = meant === undefined ? undefined : fields.get(meant);
  const alone = others.length === 0 && more.length === 0;
  if (alone && name !== undefined && meant !== undefined && field && holds(field, record[name] as Json)) {
    meantBy.set(name, meant);
  }
  return meantBy;
}
