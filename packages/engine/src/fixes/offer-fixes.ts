import { type Applicability, type Fix, type Json, limits, type PatchOperation } from "@assay/contract";
import type { Group } from "../findings/collector.ts";
import { tokensOf } from "../json/pointer.ts";
import { type Meter, overBudget, spend } from "../meter.ts";
import type { CompiledSpec } from "../spec/compiled-spec.ts";
import { hasHidden, isPlain } from "../text/outside-text.ts";
import type { Judgement } from "../validate/run-checks.ts";
import { applyFix, applyPatch } from "./apply-fix.ts";
import { composeFixes } from "./compose-fixes.ts";
import { type Proposal, proposeFix, type Scene } from "./propose-fix.ts";
import { proofAgainst } from "./prove-fix.ts";
import { toPatch } from "./to-patch.ts";
import { ownerTest } from "./touches-owner.ts";

/** Proven fixes by the group they mend, and all of them as one. */
export interface Offer {
  readonly fixes: ReadonlyMap<Group, Fix>;
  readonly repair?: {
    readonly patch: readonly PatchOperation[];
    readonly applicability: Applicability;
    readonly after: Judgement;
  };
}

export const noOffer: Offer = { fixes: new Map() };

const mostProofs = 16;
const mostRepairs = 4;
const mostRounds = 3;
const stepsPerPlace = 32;

/** Proposes a fix for each mistake, in order, and keeps those that are proven on a copy of the candidate. */
export function offerFixes(question: FixQuestion): Offer {
  const { submitted, judgement } = question;
  const { fixes, proofs } = proveEach(question, mostProofs);
  const repair = repairWith(fixes, question);
  if (!repair) return { fixes };

  // What one fix uncovers or makes alike, another mends: the repair goes on with the candidate as it is by then.
  let { patch, safe, candidate, after } = repair;
  let left = mostProofs - proofs;
  for (let round = 1; round < mostRounds && left > 0 && after.collector.hasErrors(); round += 1) {
    const next = { ...question, submitted: candidate, judgement: after };
    const more = proveEach(next, left);
    const further = repairWith(more.fixes, next);
    if (!further) break;
    left -= more.proofs;
    patch = [...patch, ...further.patch];
    safe &&= further.safe;
    ({ candidate, after } = further);
  }
  // The patch of one round was applied and proven there.
  if (patch !== repair.patch) {
    const applied = applyFix(submitted, patch);
    if (applied.kind !== "ok" || !proofAgainst(judgement)(after, [], [])) return { fixes };
  }
  return { fixes, repair: { patch, applicability: safe ? "safe" : "review", after } };
}

/** A candidate with mistakes, and how to judge a changed one. */
export interface FixQuestion {
  readonly spec: CompiledSpec;
  readonly submitted: Json;
  readonly judgement: Judgement;
  readonly meter: Meter;
  /** Judges a changed candidate by the same spec package and registry, on the same meter. */
  readonly judge: (candidate: Json) => Judgement;
}

function proveEach({ spec, submitted, judgement, meter, judge }: FixQuestion, most: number) {
  const fixes = new Map<Group, Fix>();
  const groups = judgement.collector.groups();
  const scene = { submitted, spec, meter, lacks: judgement.collector.lacks };
  const touchesOwner = ownerTest(groups);
  const isProven = proofAgainst(judgement);
  let proofs = 0;
  let costliestProof = 0;
  // What was proven stays; without steps for more there is no more.
  whileSteps(() => {
    for (const group of groups) {
      // The repair has to be proven too: one that does all it can is worth more than another single fix.
      if (meter.left < 2 * costliestProof) break;
      const fix = fixOf(group, scene);
      if (!fix?.patch.every((operation) => isShowable(operation) && isShallow(operation))) continue;
      if (fix.patch.some(touchesOwner)) continue;
      if (proofs === most) break;
      proofs += 1;
      const before = meter.left;
      const applied = applyPatch(submitted, fix.patch, (steps) => spend(meter, steps));
      if (applied.kind !== "ok") continue;
      if (isProven(judge(applied.candidate), [group], fix.patch)) fixes.set(group, fix);
      costliestProof = Math.max(costliestProof, before - meter.left);
    }
  });
  return { fixes, proofs };
}

function whileSteps<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (reason) {
    if (reason !== overBudget) throw reason;
    return undefined;
  }
}

// All fixes in one patch, or fewer of them when they get in each other's way.
function repairWith(fixes: ReadonlyMap<Group, Fix>, { submitted, judgement, meter, judge }: FixQuestion) {
  let chosen = [...fixes];
  const isProven = proofAgainst(judgement);
  for (let tries = 0; tries < mostRepairs && chosen.length > 0; tries += 1) {
    const patch = composeFixes(chosen.map(([, fix]) => fix));
    const proven = whileSteps(() => {
      const applied = applyPatch(submitted, patch, (steps) => spend(meter, steps));
      if (applied.kind !== "ok") return undefined;
      const after = judge(applied.candidate);
      const mended = chosen.map(([group]) => group);
      return isProven(after, mended, patch) ? { candidate: applied.candidate, after } : undefined;
    });
    if (proven) return { ...proven, patch, safe: chosen.every(([, fix]) => fix.applicability === "safe") };
    chosen = chosen.slice(0, Math.floor(chosen.length / 2));
  }
  return undefined;
}

// A patch repeats names and values as they are, so none is made of what a reader could not see.
function isShowable(operation: PatchOperation): boolean {
  const value = "value" in operation ? textsIn(operation.value) : [];
  const paths = operation.op === "move" ? [operation.path, operation.from] : [operation.path];
  return !value.some(hasHidden) && paths.every((path) => (tokensOf(path) ?? []).every(isPlain));
}

// What is patched is not looked at once more whether it can be sent: nothing in it may be deeper than a body allows.
function isShallow(operation: PatchOperation): boolean {
  const depth = "value" in operation ? depthOf(operation.value) : 0;
  return (tokensOf(operation.path) ?? []).length + depth <= limits.bodyDepth;
}

function depthOf(value: Json): number {
  return typeof value === "object" && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
}

function textsIn(value: Json): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null
    ? [...(Array.isArray(value) ? [] : Object.keys(value)), ...Object.values(value).flatMap(textsIn)]
    : [];
}

// A fix mends every place of its group, or it is none.
function fixOf({ first, count, places }: Group, scene: Scene): Fix | undefined {
  if (count > places.length || !places.every((tokens) => tokens.every(isPlain))) return undefined;
  spend(scene.meter, stepsPerPlace * places.length);
  const proposals = places.map((tokens) => proposeFix(first, tokens, scene));
  if (!proposals.every((proposal): proposal is Proposal => proposal !== undefined)) return undefined;
  const [head] = proposals;
  const patch = toPatch(
    proposals.map(({ edit }) => edit),
    scene.submitted,
  );
  if (!head || !patch) return undefined;
  return {
    title: count > 1 ? head.titleOfMany : head.title,
    applicability: proposals.every(({ applicability }) => applicability === "safe") ? "safe" : "review",
    patch,
  };
}
