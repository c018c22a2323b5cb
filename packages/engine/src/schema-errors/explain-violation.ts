import type { Json } from "@assay/contract";
import type { AnyFinding, RuleOrigin } from "../findings/finding.ts";
import { isObject, readMember } from "../json/json.ts";
import { formatPointer } from "../json/pointer.ts";
import { type Meter, spend } from "../meter.ts";
import type { Aliases } from "../names/find-listed.ts";
import { describeForm } from "../schema/describe-form.ts";
import { findPlace, listValues, type Part, type Place } from "../schema/place.ts";
import type { Violation, VisitedValue } from "../schema/visit.ts";
import { keywordFindings } from "./keyword-findings.ts";

/** What the explanation of a violation depends on, beside the schema. */
export interface ExplainInput {
  readonly meter: Meter;
  /** Maps each alias of a field type to its type. It applies in every list of the schema that contains the type. */
  readonly aliases: Aliases;
  /** The rules of the spec package, whose lists are parts, too. */
  readonly origins: readonly RuleOrigin[];
  /** Whether the schema declares a property with this name, anywhere. */
  isDeclared(name: string): boolean;
  /** Whether only the owner can decide the value at a path. */
  isOwnerDecision(path: readonly string[]): boolean;
}

// Explaining a violation costs steps, just like finding it.
const stepsPerViolation = 96;
const stepsPerToken = 12;
const stepsPerList = 16;

/** Explains a violation as findings, at paths in the visited candidate. */
export function explainViolation(
  { requirement: { keyword, bound, part }, details }: Violation,
  { path: visitedPath, kept: value, chosen, container }: VisitedValue,
  input: ExplainInput,
): readonly AnyFinding[] {
  const { meter } = input;
  const path = [...visitedPath];
  const place = chosen.find(({ parts }) => parts.includes(part)) ?? findPlace(part);
  spend(meter, stepsPerViolation + stepsPerToken * path.length + path.join("/").length);
  const name = path.at(-1) ?? "";
  const explained = (keywordFindings[keyword] ?? keywordFindings.not)?.({
    bound: keyword === "enum" ? intersectLists(bound as readonly Json[], chosen, meter) : bound,
    details,
    value,
    path,
    part,
    schema: isObject(part.schema) ? part.schema : {},
    meter,
    aliases: listAliases(part, input.aliases),
    // A condition inside a property excludes only some values.
    isForbidden: () => container.some((around) => around.member(name, meter)?.acceptsNothing === true),
    describe: (each = part, maxDepth) => describeForm(each === part ? place : findPlace(each), each, meter, maxDepth),
  });
  // What is empty can be left out where it may be absent.
  const isEmpty = typeof value === "string" && value.trim() === "" && container.some((around) => around.declares(name));
  const optional = isEmpty && !container.some((around) => around.required.includes(name)) ? { optional: name } : {};
  return (explained ?? []).map(({ subpath = [], ...parts }) => {
    const rule = input.origins[part.rule ?? -1] ?? createOrigin(part, keyword);
    const finding = { ...parts, path: [...path, ...subpath], severity: "error", rule, keyword, bound } as AnyFinding;
    if (subpath.length === 0) Object.assign(finding, { params: { ...finding.params, ...optional } });
    return finding.code === "field.missing"
      ? ({ ...finding, ...explainMissing(finding, part, chosen, meter) } as AnyFinding)
      : finding;
  });
}

// What another list refuses is not an answer. Lists that have nothing in common are explained one by one.
function intersectLists(values: readonly Json[], places: readonly Place[], meter: Meter): readonly Json[] {
  const lists = places.flatMap((place) => place.parts.map(listValues)).filter(({ length }) => length > 0);
  if (lists.length < 2) return values;
  spend(meter, stepsPerList * lists.length + lists.flat().length);
  const sets = lists.map((list) => new Set(list));
  const common = values.filter((value) => sets.every((set) => set.has(value)));
  return common.length > 0 ? common : values;
}

/** Lists other names for the values that a part lists. */
export function listAliases({ schema, rule }: Part, typeAliases: Aliases): Aliases {
  const declared = isObject(schema) ? readMember(schema, "aliases") : undefined;
  const shared: Aliases = rule === undefined ? typeAliases : new Map();
  return isObject(declared) ? new Map([...shared, ...(Object.entries(declared) as [string, string][])]) : shared;
}

/** Refers to a part of the candidate schema, or to a keyword in it. Its `why` is the description of the part. */
function createOrigin({ schema, path }: Part, keyword?: string): RuleOrigin {
  const why = isObject(schema) ? readMember(schema, "description") : undefined;
  const source = keyword !== undefined && isObject(schema) && Object.hasOwn(schema, keyword) ? [keyword] : [];
  const at = formatPointer(["candidateSchema", ...path, ...source]);
  return { id: "candidate-schema", at, why: typeof why === "string" ? why : undefined };
}

// Adds the expected value to the finding on a missing property.
function explainMissing(
  { path, params }: AnyFinding,
  requiring: Part,
  chosen: readonly Place[],
  meter: Meter,
): Partial<AnyFinding> {
  // If the tag of a `oneOf` is missing, its finding already lists the allowed tags. No single part lists them.
  if (params.allowed !== undefined) return {};
  const name = path.at(-1) ?? "";
  const places = chosen.flatMap((place) => place.member(name, meter) ?? []);
  const declared = requiring.members.get(name);
  // `true` only declares the property. A part such as a `then` can require a property that only another part describes.
  const described =
    declared && declared.schema !== true
      ? declared
      : places.flatMap(({ parts }) => parts).find(({ schema }) => isObject(schema));
  const place = described && places.find(({ parts }) => parts.includes(described));
  if (!place) return {};
  const rule = createOrigin(described);
  const allowed = place.listAllowed(described);
  // Only the owner can fill in `owner`, even if a single value is allowed.
  const isForOwner = path[0] === "owner";
  if (allowed?.length === 1 && !isForOwner) return { rule, params: { ...params, only: allowed } };
  if (allowed) return { rule, params: { ...params, allowed } };
  return { rule, params: { ...params, form: describeForm(place, described, meter, isForOwner ? 0 : 2) } };
}
