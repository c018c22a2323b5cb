import type { Json, SpecPackage } from "@assay/contract";
import type { AnyFinding } from "../findings/finding.ts";
import { isObject, readMember } from "../json/json.ts";
import { formatPointer, valueAt } from "../json/pointer.ts";
import { countMemberSteps, type Meter, overBudget, spend } from "../meter.ts";
import { findPlace, type Part } from "../schema/place.ts";
import { findWrapper, isCallProperty, listCandidateNames, type Wrapper } from "../schema/wrapper.ts";
import { checkCandidate } from "../schema-errors/check-candidate.ts";
import type { SpecParts } from "../spec/compiled-spec.ts";
import {
  copyWith,
  createUnrenamed,
  type RenamedCandidate,
  renameProperties,
  toSubmittedFinding,
  unwrapCandidate,
} from "./renamed-candidate.ts";

/** A candidate, prepared for the checks that run after the schema check. */
export interface PreparedCandidate {
  /** The whole candidate, with its strings normalized. */
  readonly candidate: Json;
  /** The same candidate, with arrays and objects cut to their size limits. */
  readonly withinLimits: Json;
  readonly renamed: RenamedCandidate;
  wasCut(path: readonly string[]): boolean;
}

// Each correction can reveal misspelled names: inside a misspelled property, or in the branch that a misspelled tag selects.
const maxRounds = 3;

/** Wraps a submitted candidate that the schema check has not prepared yet. */
export function createUnprepared(submitted: Json): PreparedCandidate {
  const renamed = createUnrenamed(submitted);
  return { candidate: submitted, withinLimits: submitted, renamed, wasCut: () => false };
}

/** Normalizes strings, cuts arrays and objects to their limits, and reports errors at paths in the submitted candidate. */
export function checkAgainstSchema(
  spec: SpecParts,
  submitted: Json,
  meter: Meter,
  report: (finding: AnyFinding) => void,
): PreparedCandidate {
  const { root } = spec;
  const input = {
    meter,
    aliases: spec.typeAliases,
    foldsIds: spec.document.generatorId.compare === "ascii-lower-separators",
    isOwnerDecision: (path: readonly string[]) => spec.isOwnerDecision(path, meter),
  };
  const withoutUrl = removeSchemaUrl(submitted, root, meter);
  const wrapper = findWrapper(withoutUrl, spec.document);
  if (wrapper) for (const finding of createWrapperFindings(wrapper, spec.document)) report(finding);
  let renamed = wrapper ? unwrapCandidate(withoutUrl, wrapper.path) : createUnrenamed(withoutUrl);
  if (wrapper) renamed = { ...renamed, candidate: removeSchemaUrl(renamed.candidate, root, meter) };
  for (let round = 0; ; round += 1) {
    const candidate = spec.normalizer.normalizeStrings(renamed.candidate, meter);
    const { kept: withinLimits, findings, isIncomplete, wasCut } = checkCandidate(spec.place, candidate, input);
    // The next round checks a misspelled property under its corrected name, even if no fix for the name is offered.
    const misspelled =
      round < maxRounds
        ? findings.filter(({ code, fix }) => code === "field.misspelled" && fix?.kind !== "remove")
        : [];
    const fixed = round < maxRounds ? findings.filter(({ fix }) => fix && fix.kind !== "rename") : [];
    const corrected = [...misspelled, ...fixed];
    // If anything can be corrected, only that is reported now, and the next round reports the errors that remain.
    for (const finding of corrected.length > 0 ? corrected : findings) {
      if (!isLeftToOwnerRule(finding, spec, withinLimits)) report(toSubmittedFinding(finding, renamed));
    }
    if (isIncomplete) throw overBudget;
    if (corrected.length === 0) return { candidate, withinLimits, renamed, wasCut };
    renamed = { ...renamed, candidate: correctValues(renamed.candidate, fixed, meter) };
    if (misspelled.length > 0) renamed = renameProperties(renamed, misspelled, meter);
  }
}

// `$schema` is for the author's editor, so it is removed unless the candidate schema declares a property with this name. If it
// is not a string, it is checked like any other property.
function removeSchemaUrl(candidate: Json, root: Part, meter: Meter): Json {
  if (!isObject(candidate) || typeof readMember(candidate, "$schema") !== "string") return candidate;
  if (findPlace(root).declares("$schema")) return candidate;
  spend(meter, countMemberSteps(Object.keys(candidate).length));
  const { $schema: _, ...rest } = candidate;
  return rest;
}

// If both the owner rule and the schema refuse an owner kind, only the owner rule reports it, because its message is better. A
// kind that only the schema refuses is still reported.
function isLeftToOwnerRule({ code, path }: AnyFinding, { document }: SpecParts, candidate: Json): boolean {
  if (code !== "field.value" || formatPointer(path) !== "/owner/kind") return false;
  const kind = valueAt(candidate, path);
  return typeof kind === "string" && !document.owner.kinds.includes(kind);
}

// Reports the wrapper and everything else in it, which is lost when the candidate is taken out of the wrapper.
function createWrapperFindings({ path, otherPaths, isArray }: Wrapper, spec: SpecPackage): readonly AnyFinding[] {
  const rule = { id: "candidate-schema", at: "/candidateSchema" };
  const common = { code: "field.unknown", severity: "error", rule } as const;
  const name = path.at(-1) ?? "";
  const message = isArray ? "inArray" : "wrapped";
  const siblingFindings = otherPaths.map((other): AnyFinding => {
    const property = other.at(-1) ?? "";
    return isCallProperty(property)
      ? { ...common, path: other, message: "anotherCall", params: { name: property, expected: spec[property] } }
      : { ...common, path: other, message: "default", params: { names: [property], known: listCandidateNames(spec) } };
  });
  return [{ ...common, message, path, params: { name }, needs: "edit" }, ...siblingFindings];
}

/** Applies the fixes that rules report, so that later rules check the fixed values. */
export function applyFixes(
  prepared: PreparedCandidate,
  findings: readonly AnyFinding[],
  meter: Meter,
): PreparedCandidate {
  const fixed = findings.map((finding) => ({ ...finding, path: finding.correctedPath ?? finding.path }));
  const renaming = fixed.filter(({ fix }) => fix?.kind === "rename");
  const values = fixed.filter((finding) => !renaming.includes(finding));
  const candidate = correctValues(prepared.withinLimits, values, meter);
  const renamed = renameProperties({ ...prepared.renamed, candidate }, renaming, meter);
  return { ...prepared, withinLimits: renamed.candidate, renamed };
}

// Applies the fixes that replace or remove a value.
function correctValues(candidate: Json, fixed: readonly AnyFinding[], meter: Meter): Json {
  return fixed.length === 0 ? candidate : (applyChanges(candidate, fixed, 0, meter) ?? candidate);
}

// Copies only the containers that contain a fixed value, and copies each of them only once.
function applyChanges(value: Json, fixed: readonly AnyFinding[], depth: number, meter: Meter): Json | undefined {
  const fix = fixed.find(({ path }) => path.length === depth)?.fix;
  if (fix) return fix.kind === "replace" ? fix.value : undefined;
  const fixedByToken = Map.groupBy(fixed, ({ path }) => path[depth]);
  const change = (token: string, inner: Json) => {
    const fixedInside = fixedByToken.get(token);
    return fixedInside ? applyChanges(inner, fixedInside, depth + 1, meter) : inner;
  };
  return copyWith(value, change, meter);
}
