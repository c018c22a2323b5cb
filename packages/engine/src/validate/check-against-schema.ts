import type { Json, JsonSchema, SpecPackage } from "@assay/contract";
import type { AnyFinding } from "../findings/finding.ts";
import { isObject, readMember } from "../json/json.ts";
import { formatPointer, valueAt } from "../json/pointer.ts";
import { countMemberSteps, type Meter, overBudget, spend } from "../meter.ts";
import { maxErrors } from "../schema/schema-error.ts";
import { readMembers } from "../schema/subschemas.ts";
import { findWrapper, isCallProperty, listCandidateNames, type Wrapper } from "../schema/wrapper.ts";
import { explainErrors } from "../schema-errors/explain-errors.ts";
import type { SpecParts } from "../spec/compiled-spec.ts";
import {
  copyWith,
  createUnrenamed,
  type RenamedCandidate,
  renameProperties,
  toSubmittedFinding,
  unwrapCandidate,
} from "./renamed-candidate.ts";

/** A candidate as the checks after the schema see it. */
export interface PreparedCandidate {
  /** Complete, with its strings normalized. */
  readonly candidate: Json;
  /** The same, cut where an array or object was over its limit. */
  readonly withinLimits: Json;
  readonly renamed: RenamedCandidate;
  wasCut(path: readonly string[]): boolean;
}

// A misspelled property may hold misspelled properties of its own, and so may the branch of a misspelled tag.
const maxRounds = 3;

/** A candidate as it was submitted, before its schema is checked. */
export function createUnprepared(submitted: Json): PreparedCandidate {
  const renamed = createUnrenamed(submitted);
  return { candidate: submitted, withinLimits: submitted, renamed, wasCut: () => false };
}

/** Normalizes strings, cuts what is over its limit, and reports the schema errors at paths of the submitted candidate. */
export function checkAgainstSchema(
  spec: SpecParts,
  submitted: Json,
  meter: Meter,
  report: (finding: AnyFinding) => void,
): PreparedCandidate {
  const { candidateSchema: schema } = spec.document;
  const compareIds = spec.document.generatorId.compare;
  const outside = removeSchemaUrl(submitted, schema, meter);
  const wrapper = findWrapper(outside, spec.document);
  if (wrapper) for (const finding of createWrapperFindings(wrapper, spec.document)) report(finding);
  let renamed = wrapper ? unwrapCandidate(outside, wrapper.path) : createUnrenamed(outside);
  if (wrapper) renamed = { ...renamed, candidate: removeSchemaUrl(renamed.candidate, schema, meter) };
  for (let round = 0; ; round += 1) {
    const candidate = spec.normalizer.normalizeStrings(renamed.candidate, meter);
    const { candidate: withinLimits, errors: sizeErrors } = spec.applySizeGate(candidate, meter);
    const isOwnerDecision = (path: readonly string[]) => spec.isOwnerDecision(path, meter);
    const cutAt = new Set(sizeErrors.map((error) => error.instancePath));
    const wasCut = (path: readonly string[]) => cutAt.size > 0 && cutAt.has(formatPointer(path));
    const input = { schema, meter, aliases: spec.typeAliases, compareIds, allowedAt: spec.allowedAt, isOwnerDecision };
    const whole = cutAt.size > 0 ? { candidate, wasCut } : undefined;
    const sizes = explainErrors(sizeErrors, { ...input, candidate });
    const errors = spec.findSchemaErrors(withinLimits, meter);
    const others = [...explainErrors(errors.slice(0, maxErrors), { ...input, whole, candidate: withinLimits })];
    // What is under a near name is checked as if it had the right one, although nothing renames it.
    const misspelled =
      round < maxRounds ? others.filter(({ code, fix }) => code === "field.misspelled" && fix?.kind !== "remove") : [];
    const corrected = round < maxRounds ? [...sizes, ...others].filter(({ fix }) => fix && fix.kind !== "rename") : [];
    const decisive = [...misspelled, ...corrected];
    for (const finding of decisive.length > 0 ? decisive : [...sizes, ...others]) {
      if (!isLeftToOwnerRule(finding, spec, withinLimits)) report(toSubmittedFinding(finding, renamed));
    }
    if (errors.length > maxErrors) throw overBudget;
    if (decisive.length === 0) return { candidate, withinLimits, renamed, wasCut };
    renamed = { ...renamed, candidate: correctValues(renamed.candidate, corrected, meter) };
    if (misspelled.length > 0) renamed = renameProperties(renamed, misspelled, meter);
  }
}

// `$schema` is for the author's editor. It is part of no package, unless the rules have a property of that name. A value
// that is not a string is no address, and is checked like any other property.
function removeSchemaUrl(candidate: Json, schema: JsonSchema, meter: Meter): Json {
  if (!isObject(candidate) || typeof readMember(candidate, "$schema") !== "string") return candidate;
  if (Object.hasOwn(readMembers(schema, "properties"), "$schema")) return candidate;
  spend(meter, countMemberSteps(Object.keys(candidate).length));
  const { $schema: _, ...rest } = candidate;
  return rest;
}

// If a schema lists the owner kinds again, the owner rule has the better message for a kind that it refuses; a schema
// that is stricter than the rule still reports.
function isLeftToOwnerRule({ code, path }: AnyFinding, { document }: SpecParts, candidate: Json): boolean {
  if (code !== "field.value" || formatPointer(path) !== "/owner/kind") return false;
  const kind = valueAt(candidate, path);
  return typeof kind === "string" && !document.owner.kinds.includes(kind);
}

// What a wrapper is reported as. Whatever is beside the candidate would be lost with it, so that is reported too.
function createWrapperFindings({ path, beside, isArray }: Wrapper, spec: SpecPackage): readonly AnyFinding[] {
  const rule = { id: "candidate-schema", at: "/candidateSchema" };
  const common = { code: "field.unknown", severity: "error", rule } as const;
  const name = path.at(-1) ?? "";
  const message = isArray ? "inArray" : "wrapped";
  const others = beside.map((other): AnyFinding => {
    const besides = other.at(-1) ?? "";
    return isCallProperty(besides)
      ? { ...common, path: other, message: "anotherCall", params: { name: besides, expected: spec[besides] } }
      : { ...common, path: other, message: "default", params: { names: [besides], known: listCandidateNames(spec) } };
  });
  return [{ ...common, message, path, params: { name }, needs: "edit" }, ...others];
}

/** The same with what the fixes of rules write, as the rules after them see it. */
export function applyFixes(prepared: PreparedCandidate, found: readonly AnyFinding[], meter: Meter): PreparedCandidate {
  const fixed = found.map((finding) => ({ ...finding, path: finding.correctedPath ?? finding.path }));
  const renaming = fixed.filter(({ fix }) => fix?.kind === "rename");
  const values = fixed.filter((finding) => !renaming.includes(finding));
  const candidate = correctValues(prepared.withinLimits, values, meter);
  const renamed = renameProperties({ ...prepared.renamed, candidate }, renaming, meter);
  return { ...prepared, withinLimits: renamed.candidate, renamed };
}

/** A copy of a candidate with the values that fixes write, and without those that they remove. */
function correctValues(candidate: Json, corrected: readonly AnyFinding[], meter: Meter): Json {
  return corrected.length === 0 ? candidate : (applyChanges(candidate, corrected, 0, meter) ?? candidate);
}

// Copies only the containers on the way to a corrected value, each of them once.
function applyChanges(value: Json, corrected: readonly AnyFinding[], depth: number, meter: Meter): Json | undefined {
  const here = corrected.find(({ path }) => path.length === depth)?.fix;
  if (here) return here.kind === "replace" ? here.value : undefined;
  const inside = Map.groupBy(corrected, ({ path }) => path[depth]);
  const change = (token: string, inner: Json) => {
    const some = inside.get(token);
    return some ? applyChanges(inner, some, depth + 1, meter) : inner;
  };
  return copyWith(value, change, meter);
}
