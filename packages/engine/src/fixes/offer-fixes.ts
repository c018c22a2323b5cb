import {
  type Applicability,
  type Fix,
  type FixInRepair,
  type Json,
  limits,
  type PatchOperation,
} from "@assay/contract";
import type { Group } from "../findings/collector.ts";
import { parsePointer, pathKey, pointerOf } from "../json/pointer.ts";
import { type Meter, spend, withinBudget } from "../meter.ts";
import type { SpecParts } from "../spec/compiled-spec.ts";
import { hasHidden, isPlain } from "../text/outside-text.ts";
import type { CheckResults } from "../validate/run-checks.ts";
import { applyFix, applyPatch } from "./apply-fix.ts";
import { composeFixes } from "./compose-fixes.ts";
import { type FixContext, type Proposal, proposeFix } from "./propose-fix.ts";
import { createProveFix } from "./prove-fix.ts";
import { maxPatchBytes, toPatch } from "./to-patch.ts";
import { touchesOwner } from "./touches-owner.ts";

/** Proven fixes, each by the group of findings that it fixes, and all of them as one. */
export interface FixResults {
  readonly fixes: ReadonlyMap<Group, Fix | FixInRepair>;
  /** Groups whose fix would be too large for an answer; it was not proven. */
  readonly tooLarge: ReadonlySet<Group>;
  readonly repair?: {
    readonly patch: readonly PatchOperation[];
    readonly applicability: Applicability;
    readonly after: CheckResults;
    /** Groups whose own fix is part of the patch. */
    readonly fixed: ReadonlySet<Group>;
  };
}

export const noFixes: FixResults = { fixes: new Map(), tooLarge: new Set() };

const maxProofs = 16;
// All patches together leave room for the diagnostics, twice: each fix is in the repair too.
const maxBytesOfAll = 16_384;
const maxRepairs = 4;
const maxRounds = 3;
const stepsPerPath = 32;
const bytesPerStep = 16;

/** Proposes a fix for each mistake, in order, and keeps those that are proven on a copy of the candidate. */
export function offerFixes(input: FixInput): FixResults {
  const { submitted, results } = input;
  const allowed = { proofs: maxProofs, bytes: maxBytesOfAll };
  const { fixes, inRepair, tooLarge, left: leftAfterFixes } = proveEach(input, allowed);
  const repair = repairWith(inRepair, input);
  if (!repair) return { fixes, tooLarge };

  // One fix may reveal a mistake that another one fixes, so the repair goes on with the fixed candidate.
  let { patch, safe, candidate, after } = repair;
  const { fixed } = repair;
  let left = leftAfterFixes;
  for (let round = 1; round < maxRounds && left.proofs > 0 && after.collector.hasErrors(); round += 1) {
    const next = { ...input, submitted: candidate, results: after };
    const more = proveEach(next, left);
    const further = repairWith(more.inRepair, next);
    if (!further) break;
    left = more.left;
    patch = [...patch, ...further.patch];
    safe &&= further.safe;
    ({ candidate, after } = further);
  }
  // A patch of several rounds was never applied as a whole.
  if (patch !== repair.patch) {
    const applied = applyFix(submitted, patch);
    if (applied.kind !== "ok" || !createProveFix(results)(after, [], [])) return { fixes, tooLarge };
  }
  return { fixes, tooLarge, repair: { patch, applicability: safe ? "safe" : "review", after, fixed } };
}

/** The same, with each patch once: a fix that the repair contains keeps only its title. */
export function patchesInRepair({ fixes, tooLarge, repair }: FixResults): FixResults {
  if (!repair) return { fixes, tooLarge };
  const titleOf = ({ title, applicability }: Fix | FixInRepair): FixInRepair => ({ title, applicability });
  const titled = [...fixes].map(([group, fix]) => [group, repair.fixed.has(group) ? titleOf(fix) : fix] as const);
  return { fixes: new Map(titled), tooLarge, repair };
}

/** A candidate with mistakes, and how to check a changed one. */
export interface FixInput {
  readonly spec: SpecParts;
  readonly submitted: Json;
  readonly results: CheckResults;
  readonly meter: Meter;
  /** Checks a changed candidate against the same spec package and registry, on the same meter. */
  readonly check: (candidate: Json) => CheckResults;
}

/** What all fixes of a verdict may use together. */
interface Allowance {
  readonly proofs: number;
  readonly bytes: number;
}

function proveEach({ spec, submitted, results, meter, check }: FixInput, allowed: Allowance) {
  const fixes = new Map<Group, Fix>();
  const inRepair = new Map<Group, Fix>();
  const tooLarge = new Set<Group>();
  const groups = results.collector.groups();
  const context = { submitted, spec, meter, hasAbsentBeside: results.collector.hasAbsentBeside };
  const isProven = createProveFix(results);
  let { proofs: proofsLeft, bytes: bytesLeft } = allowed;
  let costliestProof = 0;
  const checkWith = (patch: readonly PatchOperation[]) => {
    proofsLeft -= 1;
    const before = meter.left;
    const applied = applyPatch(submitted, patch, (steps) => spend(meter, steps));
    if (applied.kind !== "ok") return undefined;
    const after = check(applied.candidate);
    costliestProof = Math.max(costliestProof, before - meter.left);
    return after;
  };
  const proveAll = () => {
    for (const group of groups) {
      // Keep enough steps to prove the repair: a complete repair is better than one more single fix.
      if (meter.left < 2 * costliestProof) break;
      const proposed = fixOf(group, context);
      if (!proposed) continue;
      const { fix, losesContent, refused, bytes } = proposed;
      if (!isUnwrapping(group) && fix.patch.some((operation) => touchesOwner(operation, results.toCorrected))) continue;
      if (bytes > Math.min(maxPatchBytes, bytesLeft)) {
        tooLarge.add(group);
        continue;
      }
      if (!fix.patch.every((operation) => isShowable(operation) && isShallow(operation))) continue;
      if (proofsLeft < (refused.length > 0 ? 2 : 1)) break;
      if (refused.length > 0 && (meter.left < 3 * costliestProof || !areRefused(refused, checkWith))) continue;
      const after = checkWith(fix.patch);
      if (!after || !isProven(after, [group], fix.patch)) continue;
      bytesLeft -= bytes;
      fixes.set(group, fix);
      if (!losesContent) inRepair.set(group, fix);
    }
  };
  // Fixes that were proven before the meter ran out stay.
  withinBudget(proveAll, () => undefined);
  return { fixes, inRepair, tooLarge, left: { proofs: proofsLeft, bytes: bytesLeft } };
}

// The whole candidate moves out of its wrapper, and nothing in it changes, so the owner stays who it is.
function isUnwrapping({ first }: Group): boolean {
  return first.code === "field.unknown" && first.message === "wrapped";
}

// All fixes in one patch, or half of them where they conflict.
function repairWith(fixes: ReadonlyMap<Group, Fix>, { submitted, results, meter, check }: FixInput) {
  let chosen = [...fixes];
  const isProven = createProveFix(results);
  for (let tries = 0; tries < maxRepairs && chosen.length > 0; tries += 1) {
    const patch = composeFixes(chosen.map(([, fix]) => fix));
    const prove = () => {
      const applied = applyPatch(submitted, patch, (steps) => spend(meter, steps));
      if (applied.kind !== "ok") return undefined;
      const after = check(applied.candidate);
      const fixed = chosen.map(([group]) => group);
      return isProven(after, fixed, patch) ? { candidate: applied.candidate, after } : undefined;
    };
    const proven = withinBudget(prove, () => undefined);
    if (proven) {
      const safe = chosen.every(([, fix]) => fix.applicability === "safe");
      return { ...proven, patch, safe, fixed: new Set(chosen.map(([group]) => group)) };
    }
    chosen = chosen.slice(0, Math.floor(chosen.length / 2));
  }
  return undefined;
}

// A patch repeats names and values unchanged, so it must not contain characters that a reader cannot see.
function isShowable(operation: PatchOperation): boolean {
  const value = "value" in operation ? stringsIn(operation.value) : [];
  const pointers = operation.op === "move" ? [operation.path, operation.from] : [operation.path];
  return !value.some(hasHidden) && pointers.every((pointer) => (parsePointer(pointer) ?? []).every(isPlain));
}

// The patched candidate must fit into a request body, and nothing checks its depth again.
function isShallow(operation: PatchOperation): boolean {
  const depth = "value" in operation ? depthOf(operation.value) : 0;
  return (parsePointer(operation.path) ?? []).length + depth <= limits.bodyDepth;
}

function depthOf(value: Json): number {
  return typeof value === "object" && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
}

function stringsIn(value: Json): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null
    ? [...(Array.isArray(value) ? [] : Object.keys(value)), ...Object.values(value).flatMap(stringsIn)]
    : [];
}

/** A string at a path that must be refused as an item there, or the fix that splits it is a guess. */
interface RefusedItem {
  readonly path: readonly string[];
  readonly item: string;
}

// Whether each string is refused for what it says; that it is too long does not tell that it is more than one item.
function areRefused(
  refused: readonly RefusedItem[],
  checkWith: (patch: readonly PatchOperation[]) => CheckResults | undefined,
): boolean {
  const after = checkWith(refused.map(({ path, item }) => ({ op: "replace", path: pointerOf(path), value: [item] })));
  const errors = [...(after?.collector.unordered() ?? [])].filter(
    ({ first }) => first.severity === "error" && first.code !== "field.length",
  );
  const paths = new Set(errors.flatMap((group) => group.paths.map(pathKey)));
  return refused.every(({ path }) => paths.has(pathKey([...path, "0"])));
}

// A fix must fix its group at every path; if not all of them are known, its patch is larger than any answer may show.
function fixOf({ first, count, paths }: Group, context: FixContext) {
  if (!paths.every((path) => path.every(isPlain))) return undefined;
  spend(context.meter, stepsPerPath * paths.length);
  const proposals = paths.map((path) => proposeFix(first, path, context));
  if (!proposals.every((proposal): proposal is Proposal => proposal !== undefined)) return undefined;
  const [head] = proposals;
  const sized = toPatch(
    proposals.map(({ edit }) => edit),
    context.submitted,
  );
  if (!head || !sized) return undefined;
  spend(context.meter, sized.bytes / bytesPerStep);
  const fix: Fix = {
    title: count > 1 ? head.titleOfMany : head.title,
    applicability: proposals.every(({ applicability }) => applicability === "safe") ? "safe" : "review",
    patch: sized.patch,
  };
  const losesContent = proposals.some((proposal) => proposal.losesContent ?? false);
  const refused: readonly RefusedItem[] = proposals.flatMap(({ edit, insteadOf }) =>
    insteadOf === undefined ? [] : [{ path: edit.path, item: insteadOf }],
  );
  return { fix, losesContent, refused, bytes: count > paths.length ? Number.POSITIVE_INFINITY : sized.bytes };
}
