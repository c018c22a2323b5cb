import type { Json, SpecPackage } from "@assay/contract";
import { type Corrected, correct } from "../correct/correct.ts";
import type { MetRecords } from "../correct/correct-records.ts";
import { createToSubmitted, type Move } from "../correct/moves.ts";
import { type AnyFinding, toSubmittedFinding } from "../findings/finding.ts";
import { isObject, readMember } from "../json/json.ts";
import { formatPointer, toPathKey, valueAt } from "../json/pointer.ts";
import { countMemberSteps, createMeter, type Meter, overBudget, runWithinBudget, spend } from "../meter.ts";
import { findPlace, type Part } from "../schema/place.ts";
import { findWrapper, isCallProperty, listCandidateNames, type Wrapper } from "../schema/wrapper.ts";
import { type CheckedCandidate, checkCandidate, explainRefused } from "../schema-errors/check-candidate.ts";
import type { ExplainInput } from "../schema-errors/explain-violation.ts";
import type { SpecParts } from "../spec/compiled-spec.ts";
import type { SortedList } from "../spec/normalizer.ts";

/** A candidate as it would be packaged with all fixes applied, which is what the rules check. */
export interface PreparedCandidate {
  readonly candidate: Json;
  /** Whether it differs from the submitted candidate by a correction, and not only in normalization. */
  readonly isCorrected: boolean;
  readonly met: MetRecords;
  /** Converts a path in the candidate to the path of the same value in the submitted one. */
  toSubmitted(path: readonly string[]): readonly string[];
  wasCut(path: readonly string[]): boolean;
}

const stepsPerViolation = 256;

/** Wraps a submitted candidate that has not been prepared yet. */
export function createUnprepared(submitted: Json): PreparedCandidate {
  return { candidate: submitted, isCorrected: false, met: new Map(), toSubmitted: (path) => path, wasCut: () => false };
}

/**
 * Checks a candidate, corrects what is refused and has another spelling, and checks the corrected candidate. Reports each
 * correction and what the last check found, at paths in the submitted candidate. Arrays and objects are cut to their limits.
 */
export function prepareCandidate(
  spec: SpecParts,
  submitted: Json,
  meter: Meter,
  report: (finding: AnyFinding) => void,
): PreparedCandidate {
  const { root, normalizer } = spec;
  const withoutUrl = removeSchemaUrl(submitted, root, meter);
  const wrapper = findWrapper(withoutUrl, spec.document);
  if (wrapper) for (const finding of createWrapperFindings(wrapper, spec.document)) report(finding);
  const { path: wrapperPath = [] } = wrapper ?? {};
  const unwrapped = wrapper ? removeSchemaUrl(valueAt(withoutUrl, wrapperPath) as Json, root, meter) : withoutUrl;
  const sent = normalizer.normalizeStrings(unwrapped, meter);
  const checked = checkCandidate(spec.place, sent, meter);

  const first: Prepared = { last: checked, corrections: [], moves: [], sorted: [], met: new Map() };
  const prepare = (spare: Meter): Prepared => {
    const { candidate: corrected, isCut, ...rest } = correct(sent, checked, spec, createInput(spec, spare));
    // A candidate over its limits is not packaged, so its lists keep their order.
    const { candidate, sorted } = isCut ? { candidate: corrected, sorted: [] } : normalizer.sort(corrected, spare);
    const last = candidate === sent ? checked : checkCandidate(spec.place, candidate, spare);
    const toMoves = ({ path, indexes }: SortedList) =>
      indexes.map((from, to) => ({ path, from: String(from), to: String(to), isAssumed: false }));
    return { ...rest, last, sorted: sorted.flatMap(toMoves) };
  };
  // The steps to report what was found first are kept back: it is the answer if the others run out.
  const violationCount = checked.refused.reduce((sum, { violations }) => sum + violations.length, 0);
  const reserve = Math.min(meter.left / 2, stepsPerViolation * violationCount);
  const spare = createMeter(meter.left - reserve, meter.shares);
  const prepared = checked.isIncomplete
    ? undefined
    : runWithinBudget<Prepared | undefined>(
        () => prepare(spare),
        () => undefined,
      );
  meter.left = reserve + spare.left;
  const { last, corrections, moves, sorted, met } = prepared ?? first;
  const toUnsorted = createToSubmitted(wrapperPath, moves);
  for (const finding of corrections) {
    const { path, fix } = finding;
    // What renames or removes a property names it as it was submitted.
    const end = fix?.kind === "replace" ? path.length : path.length - 1;
    report(toSubmittedFinding(finding, toUnsorted, [...toUnsorted(path.slice(0, end)), ...path.slice(end)]));
  }
  const toSubmitted = createToSubmitted(wrapperPath, [...moves, ...sorted]);
  // A number under a name that is only near its own can be another quantity, so it is not judged.
  const assumed = moves.flatMap(({ path, to, isAssumed }) => (isAssumed ? [[...path, to]] : []));
  const unjudged = new Set(assumed.filter((path) => typeof valueAt(last.kept, path) === "number").map(toPathKey));
  for (const finding of explainRefused(last.refused, createInput(spec, meter))) {
    if (!unjudged.has(toPathKey(finding.path)) && !isLeftToOwnerRule(finding, spec, last.kept))
      report(toSubmittedFinding(finding, toSubmitted));
  }
  if (!prepared || last.isIncomplete) throw overBudget;
  return { candidate: last.kept, isCorrected: corrections.length > 0, met, toSubmitted, wasCut: last.wasCut };
}

/** What the last check found, after the corrections before it. */
interface Prepared extends Pick<Corrected, "corrections" | "moves" | "met"> {
  readonly last: CheckedCandidate;
  readonly sorted: readonly Move[];
}

function createInput(spec: SpecParts, meter: Meter): ExplainInput {
  return {
    ...{ meter, aliases: spec.typeAliases, origins: spec.origins },
    isDeclared: (name) => spec.declaredNames.has(name),
    isOwnerDecision: (path) => spec.isOwnerDecision(path, meter),
  };
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
  return [{ ...common, message, path, params: { name } }, ...siblingFindings];
}
