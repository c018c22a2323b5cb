import type { FieldType, Json, JsonObject, JsonSchema, Normalization, Rule, SpecPackage } from "@assay/contract";
import { isArray, member } from "../json/json.ts";
import { parsePattern } from "../json/pointer-pattern.ts";
import { createMeter } from "../meter.ts";
import { createIsOwnerDecision } from "../schema/owner-decisions.ts";
import { below, type Change, changeAt, changeOfSet, type Effect, isEqual, type Place } from "./change.ts";
import { compareSchemas } from "./compare-schemas.ts";

/** Every place at which two packages of one domain differ, save for their versions, their tests, and what no digest includes. */
export function comparePackages(before: SpecPackage, after: SpecPackage): readonly Change[] {
  return [
    ...compareMembers(before, after, at(), ofPackage),
    ...compareMembers(before.owner, after.owner, at("owner"), { why: "text", kinds: "set" }),
    ...compareMembers(before.generatorId, after.generatorId, at("generatorId"), ofId),
    ...compareSchemas(before.candidateSchema, after.candidateSchema, at("candidateSchema")),
    ...compareFieldTypes(before.fieldTypes ?? {}, after.fieldTypes ?? {}),
    ...compareRules(before.rules ?? [], after.rules ?? [], after.candidateSchema),
    ...compareNormalizations(before.normalize ?? [], after.normalize ?? []),
  ];
}

function at(...path: readonly string[]): Place {
  return { old: path, next: path };
}

/** What a change of a member can do: one effect, that of a set of values that are accepted, or none as it is compared apart. */
type MemberEffect = Effect | "set" | "apart" | ((before: Json | undefined, after: Json | undefined) => Effect);

/** A member that is not named may do either. */
interface MemberEffects {
  readonly [name: string]: MemberEffect;
}

const ofPackage: MemberEffects = {
  ...{
    title: "text",
    summary: "text",
    $schema: "apart",
    next: "apart",
    version: "apart",
    tests: "apart",
    owner: "apart",
    generatorId: "apart",
    candidateSchema: "apart",
  },
  ...{ fieldTypes: "apart", rules: "apart", normalize: "apart" },
};

// Ids that are equal as they are written are equal without case and separators, too.
const ofId: MemberEffects = { why: "text", compare: (_, after) => (after === "exact" ? "wider" : "narrower") };

const ofRule: MemberEffects = {
  ...{ id: "text", why: "text", message: "text", aliases: "text", needs: "who-acts", values: "set" },
  nameProperty: (before = "name", after = "name") => (before === after ? "text" : "either"),
  typeProperty: (before = "type", after = "type") => (before === after ? "text" : "either"),
  missing: (_, after) => (after === "allow" ? "wider" : "narrower"),
  severity: (before = "error", after = "error") => {
    if (before === after) return "text";
    return after === "error" ? "narrower" : before === "error" ? "wider" : "warning";
  },
};

function compareMembers(before: object, after: object, place: Place, effects: MemberEffects): readonly Change[] {
  return eachName(before as JsonObject, after as JsonObject, (name, old, next) => {
    const effect = (Object.hasOwn(effects, name) ? effects[name] : undefined) ?? "either";
    const here = below(place, name);
    if (effect === "apart") return [];
    if (effect !== "set") return [changeAt(here, typeof effect === "function" ? effect(old, next) : effect, old, next)];
    if (!isArray(old ?? null) || !isArray(next ?? null)) return [changeAt(here, "either", old, next)];
    return [changeOfSet(here, [old as readonly Json[], next as readonly Json[]], ["wider", "narrower"])];
  });
}

function eachName(
  before: JsonObject,
  after: JsonObject,
  compare: (name: string, old: Json | undefined, next: Json | undefined) => readonly Change[],
): readonly Change[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
    const [old, next] = [member(before, name), member(after, name)];
    return isEqual(old, next) ? [] : compare(name, old, next);
  });
}

// The enum of the candidate schema has the same names.
function compareFieldTypes(before: object, after: object): readonly Change[] {
  return eachName(before as JsonObject, after as JsonObject, (name, old, next) => {
    const place = at("fieldTypes", name);
    if (old === undefined || next === undefined) return [changeAt(place, old ? "narrower" : "wider", old, next)];
    const [one, other] = [old, next] as unknown as [FieldType, FieldType];
    return [
      ...compareSchemas(one.schema, other.schema, below(place, "schema")),
      ...compareMembers(one, other, place, { schema: "apart", aliases: "text" }),
    ];
  });
}

// Rules belong together by their id; a rule under another id is the same rule. Their order says nothing.
function compareRules(before: readonly Rule[], after: readonly Rule[], schema: JsonSchema): readonly Change[] {
  const partnerOf = (rule: Rule) =>
    after.find(({ id }) => id === rule.id) ??
    after.find((other) => isEqual(withoutId(other), withoutId(rule)) && !before.some(({ id }) => id === other.id));
  const met = new Set<Rule>();
  const kept = before.flatMap((rule, index): readonly Change[] => {
    const other = partnerOf(rule);
    const place = at("rules", String(index));
    if (!other) return [{ ...changeAt(place, presence(rule, "wider"), asJson(rule), undefined), rule: rule.id }];
    met.add(other);
    const next = ["rules", String(after.indexOf(other))];
    return compareRule(rule, other, { old: place.old, next }, schema).map((change) => ({ ...change, rule: other.id }));
  });
  const added = after.flatMap((rule, index): readonly Change[] => {
    const change = changeAt(at("rules", String(index)), presence(rule, "narrower"), undefined, asJson(rule));
    return met.has(rule) ? [] : [{ ...change, rule: rule.id }];
  });
  return [...kept, ...added];
}

function compareRule(before: Rule, after: Rule, place: Place, schema: JsonSchema): readonly Change[] {
  const reportAt = (): Effect => {
    const [old, next] = [before, after].map((rule) => isOwners(rule, schema));
    return old === next && old !== undefined ? "text" : "who-acts";
  };
  const changes = compareMembers(before, after, place, { ...ofRule, reportAt });
  const warns = [before, after].every(({ severity = "error" }) => severity !== "error");
  const isRule = ({ effect }: Change) => effect !== "text" && effect !== "who-acts";
  return warns ? changes.map((change) => (isRule(change) ? { ...change, effect: "warning" } : change)) : changes;
}

// Whether only the owner can act on a rule, or on the place where it is reported. Undefined if that depends on what its expression reads.
function isOwners(rule: Rule, schema: JsonSchema): boolean | undefined {
  const { at, assert = "", reportAt = "" }: { at: string; assert?: string; reportAt?: string } = rule;
  if (rule.needs) return true;
  const path = parsePattern(at + reportAt);
  const mayRead = /\bowner\b/.test(assert) || JSON.stringify(schema).includes('"needs":');
  if (path.length === 0) return mayRead ? undefined : false;
  return path[0] === "owner" || createIsOwnerDecision(schema)(path, createMeter(Number.POSITIVE_INFINITY));
}

function presence({ severity = "error" }: Rule, effect: Effect): Effect {
  return severity === "error" ? effect : "warning";
}

function withoutId({ id: _, ...rest }: Rule): Json {
  return rest as JsonObject;
}

function asJson(rule: Rule): Json {
  return rule as unknown as JsonObject;
}

// What normalization does to the rules that see its result is not compared.
function compareNormalizations(before: readonly Normalization[], after: readonly Normalization[]): readonly Change[] {
  const names = new Set([...before, ...after].map((one) => one.at));
  return [...names].flatMap((name) => {
    const [old, next] = [before, after].map((list) => list.findIndex((one) => one.at === name)) as [number, number];
    const [one, other] = [before[old]?.ops, after[next]?.ops] as readonly (Json | undefined)[];
    const place = { old: ["normalize", String(old), "ops"], next: ["normalize", String(next), "ops"] };
    return isEqual(one, other) ? [] : [changeAt(place, "either", one, other)];
  });
}
