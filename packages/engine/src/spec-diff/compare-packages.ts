import { escapeToken, type Json, type JsonObject, type JsonSchema, type Rule, type SpecPackage } from "@assay/contract";
import { isObject } from "../json/json.ts";
import { isSubset } from "./is-subset.ts";
import { keyOf, plainSchema } from "./plain-schema.ts";

/** How the candidates that a part accepts change: `same` and both others are proven; `undecided` is everything else. */
export type Effect = "same" | "loosened" | "tightened" | "undecided";

/** A part of the rules that differs between two packages. */
export interface Change {
  /** A rule by its id, or a member of the package. */
  readonly part: string;
  readonly effect: Effect;
  readonly what: string;
  /** Why nothing could be shown, if it is undecided. */
  readonly reason?: string;
  /** Where it is in the old and in the new package. */
  readonly oldAt?: string;
  readonly newAt?: string;
}

/** Compares the rules of two packages for one domain, part by part. Parts that are equal are left out. */
export function comparePackages(before: SpecPackage, after: SpecPackage): readonly Change[] {
  return [
    ...compareOwners(before, after),
    ...compareIds(before, after),
    ...compareSchemas(before.candidateSchema, after.candidateSchema),
    ...compareRules(before, after),
    ...compareNormalizations(before, after),
  ].map((change) =>
    change.effect === "undecided"
      ? { reason: "neither includes the other, as far as can be shown", ...change }
      : change,
  );
}

/** The effect of several changes together: a candidate is accepted if every part accepts it. */
export function together(changes: readonly Change[]): Effect {
  return effectOf(
    changes.every(({ effect }) => effect === "same" || effect === "loosened"),
    changes.every(({ effect }) => effect === "same" || effect === "tightened"),
  );
}

function effectOf(loosens: boolean, tightens: boolean): Effect {
  if (loosens && tightens) return "same";
  return loosens ? "loosened" : tightens ? "tightened" : "undecided";
}

function compareOwners({ owner: before }: SpecPackage, { owner: after }: SpecPackage): readonly Change[] {
  const effect = subsets(before.kinds, after.kinds);
  if (effect === "same") return [];
  const what = `kinds of owner: ${listed(before.kinds)} → ${listed(after.kinds)}`;
  return [{ part: "owner", effect, what, oldAt: "/owner/kinds", newAt: "/owner/kinds" }];
}

// Ids that are equal as they are written are equal without case and separators, too.
function compareIds({ generatorId: before }: SpecPackage, { generatorId: after }: SpecPackage): readonly Change[] {
  if (before.compare === after.compare) return [];
  const effect = after.compare === "exact" ? "loosened" : "tightened";
  const what = `how ids are compared: ${before.compare} → ${after.compare}`;
  return [{ part: "generatorId", effect, what, oldAt: "/generatorId/compare", newAt: "/generatorId/compare" }];
}

function subsets(before: readonly Json[], after: readonly Json[]): Effect {
  const [one, other] = [new Set(before.map(keyOf)), new Set(after.map(keyOf))];
  return effectOf(one.isSubsetOf(other), other.isSubsetOf(one));
}

// The properties of a candidate are compared one by one, so that each difference has its own effect.
function compareSchemas(before: JsonSchema, after: JsonSchema): readonly Change[] {
  const [one, other] = [plainSchema(before), plainSchema(after)];
  if (keyOf(one as Json) === keyOf(other as Json)) return [];
  const whole = effectOf(isSubset(one, other), isSubset(other, one));
  const parts = propertiesOf(one, other).map(({ name, before: old, after: next }): Change => {
    const at = {
      ...(old !== undefined && { oldAt: placeOf(name) }),
      ...(next !== undefined && { newAt: placeOf(name) }),
    };
    const part = `candidateSchema ${name}`;
    if (old === undefined) return { part, effect: "loosened", what: "a property that was not allowed before", ...at };
    if (next === undefined)
      return { part, effect: "tightened", what: "a property that is not allowed any more", ...at };
    const effect = effectOf(isSubset(old, next), isSubset(next, old));
    return { part, effect, what: differenceOf(old, next), ...at };
  });
  const required = compareRequired(one, other);
  const explained = [...parts, ...required];
  // The parts are only how a difference is shown: if they do not add up to what is known of the whole, the whole is shown.
  const isAll = keyOf(besideProperties(one)) === keyOf(besideProperties(other));
  if (isAll && explained.length > 0 && together(explained) === whole) return explained;
  const at = { oldAt: "/candidateSchema", newAt: "/candidateSchema" };
  return [
    { part: "candidateSchema", effect: whole, what: "the schema of candidates", ...at },
    ...hints(explained, whole),
  ];
}

function besideProperties(schema: JsonSchema): Json {
  if (!isClosed(schema)) return schema as Json;
  const { properties: _, required: __, ...rest } = schema;
  return rest;
}

// Each on its own says less than the whole, which is proven.
function hints(explained: readonly Change[], whole: Effect): readonly Change[] {
  return whole === "undecided" ? explained : [];
}

interface PropertyPair {
  readonly name: string;
  readonly before: JsonSchema | undefined;
  readonly after: JsonSchema | undefined;
}

function propertiesOf(one: JsonSchema, other: JsonSchema): readonly PropertyPair[] {
  if (!isClosed(one) || !isClosed(other)) return [];
  const names = new Set([...Object.keys(one.properties), ...Object.keys(other.properties)]);
  return [...names]
    .map((name) => ({
      name,
      before: Object.hasOwn(one.properties, name) ? (one.properties[name] as JsonSchema) : undefined,
      after: Object.hasOwn(other.properties, name) ? (other.properties[name] as JsonSchema) : undefined,
    }))
    .filter(({ before, after }) => keyOf((before ?? null) as Json) !== keyOf((after ?? null) as Json));
}

function isClosed(schema: JsonSchema): schema is { readonly properties: JsonObject } & JsonObject {
  return isObject(schema) && isObject(schema.properties) && schema.additionalProperties === false;
}

function compareRequired(one: JsonSchema, other: JsonSchema): readonly Change[] {
  const namesIn = (schema: JsonSchema) =>
    new Set(isObject(schema) && Array.isArray(schema.required) ? (schema.required as readonly string[]) : []);
  const [before, after] = [namesIn(one), namesIn(other)];
  const at = { oldAt: "/candidateSchema/required", newAt: "/candidateSchema/required" };
  const changed = (names: ReadonlySet<string>, effect: Effect, what: string): readonly Change[] =>
    [...names].map((name) => ({ part: `candidateSchema ${name}`, effect, what, ...at }));
  return [
    ...changed(before.difference(after), "loosened", "was required and is optional"),
    ...changed(after.difference(before), "tightened", "is required"),
  ];
}

function compareRules(before: SpecPackage, after: SpecPackage): readonly Change[] {
  const [old, next] = [before.rules ?? [], after.rules ?? []];
  const changes: Change[] = [];
  const sorts = [before, after].some(({ normalize = [] }) => normalize.some(({ ops }) => ops.includes("sort")));
  const typesEffect = compareTypes(before, after);
  // A rule under another id is the same rule.
  const partner = (rule: Rule) =>
    next.find(({ id }) => id === rule.id) ??
    next.find((one) => keyOf(meaningOf(one)) === keyOf(meaningOf(rule)) && !old.some(({ id }) => id === one.id));
  const met = new Set<Rule>();
  for (const [index, rule] of old.entries()) {
    const other = partner(rule);
    const oldAt = `/rules/${index}`;
    if (other) met.add(other);
    else {
      const effect = isSilent(rule, sorts) ? "same" : "loosened";
      changes.push({ part: rule.id, effect, what: `a rule was removed${said(rule)}`, oldAt });
      continue;
    }
    const newAt = `/rules/${next.indexOf(other)}`;
    const usesTypes = rule.check === "records-match-fields";
    const isEqual = keyOf(meaningOf(rule)) === keyOf(meaningOf(other));
    if (isEqual && (!usesTypes || typesEffect === "same")) continue;
    const effect = isEqual ? typesEffect : compareRule(rule, other, usesTypes ? typesEffect : "same", sorts);
    const what = isEqual
      ? "the types of fields changed"
      : differenceOf(meaningOf(rule) as never, meaningOf(other) as never);
    const isUnknown = effect === "undecided" && rule.check === "cel";
    changes.push({
      part: rule.id,
      effect,
      what,
      ...(isUnknown && { reason: "expressions are not compared" }),
      oldAt,
      newAt,
    });
  }
  for (const [index, rule] of next.entries()) {
    if (met.has(rule)) continue;
    const effect = isSilent(rule, sorts) ? "same" : "tightened";
    changes.push({ part: rule.id, effect, what: `a new rule${said(rule)}`, newAt: `/rules/${index}` });
  }
  return changes;
}

// A warning refuses nothing, unless its expression cannot be evaluated, or sorting changes what it finds.
function isSilent({ severity = "error", check }: Rule, sorts: boolean): boolean {
  return severity !== "error" && check !== "cel" && !sorts;
}

function said({ severity = "error" }: Rule): string {
  return severity === "error" ? "" : " that only warns";
}

function meaningOf(rule: Rule): Json {
  const { id: _, why: __, needs: ___, ...rest } = rule;
  const { message: ____, ...meaning } = rest as JsonObject;
  return { severity: "error", ...meaning };
}

function compareRule(before: Rule, after: Rule, types: Effect, sorts: boolean): Effect {
  const { severity: one = "error", ...old } = before;
  const { severity: other = "error", ...next } = after;
  if (one !== "error" && other !== "error") {
    return isSilent(before, sorts) && isSilent(after, sorts) ? "same" : "undecided";
  }
  const without = (rule: object) => keyOf(meaningOf({ ...rule, severity: "error" } as Rule));
  const severity = effectOf(other !== "error" || one === "error", one !== "error" || other === "error");
  const inner = without(old) === without(next) ? types : compareSettings(old as Rule, next as Rule, types);
  return together([
    { part: "", what: "", effect: severity },
    { part: "", what: "", effect: inner },
  ]);
}

function compareSettings(before: Rule, after: Rule, types: Effect): Effect {
  if (before.check !== after.check || before.at !== after.at) return "undecided";
  if (before.check === "allowed-values" && after.check === "allowed-values")
    return subsets(before.values, after.values);
  if (before.check === "records-match-fields" && after.check === "records-match-fields") {
    const { missing: one, ...old } = meaningOf(before) as JsonObject;
    const { missing: other, ...next } = meaningOf(after) as JsonObject;
    const isRest = keyOf({ ...old, severity: null }) === keyOf({ ...next, severity: null });
    if (!isRest) return "undecided";
    return together([
      { part: "", what: "", effect: one === other ? "same" : other === "allow" ? "loosened" : "tightened" },
      { part: "", what: "", effect: types },
    ]);
  }
  return "undecided";
}

// A type that only one of them has is a difference of the candidate schema.
function compareTypes({ fieldTypes: before = {} }: SpecPackage, { fieldTypes: after = {} }: SpecPackage): Effect {
  const common = Object.keys(before).filter((name) => Object.hasOwn(after, name));
  const pairs = common.map(
    (name) => [plainSchema(before[name]?.schema ?? true), plainSchema(after[name]?.schema ?? true)] as const,
  );
  return effectOf(
    pairs.every(([one, other]) => isSubset(one, other)),
    pairs.every(([one, other]) => isSubset(other, one)),
  );
}

function compareNormalizations(before: SpecPackage, after: SpecPackage): readonly Change[] {
  const [one, other] = [before.normalize ?? [], after.normalize ?? []];
  if (keyOf(one as never) === keyOf(other as never)) return [];
  const what = "values are normalized in another way before the rules see them";
  const reason = "what it does to other rules is not compared";
  return [{ part: "normalize", effect: "undecided", what, reason, oldAt: "/normalize", newAt: "/normalize" }];
}

// The outermost members that differ, with their values if they are short.
function differenceOf(before: Json | JsonSchema, after: Json | JsonSchema): string {
  if (!isObject(before) || !isObject(after)) return "replaced";
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => keyOf(before[name] ?? null) !== keyOf(after[name] ?? null),
  );
  const shown = (value: Json | undefined) => {
    const text = value === undefined ? "none" : JSON.stringify(value);
    return text.length > 80 ? "…" : text;
  };
  return names.map((name) => `${name}: ${shown(before[name])} → ${shown(after[name])}`).join("; ");
}

function listed(names: readonly string[]): string {
  return names.map((name) => JSON.stringify(name)).join(", ");
}

function placeOf(name: string): string {
  return `/candidateSchema/properties/${escapeToken(name)}`;
}
