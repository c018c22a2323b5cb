import type { Applicability, Fix, FixInRepair, PatchOperation } from "@assay/contract";
import type { Group } from "../findings/collector.ts";
import { spend, withinBudget } from "../meter.ts";
import type { CheckResults } from "../validate/run-checks.ts";
import { applyFix, applyPatch } from "./apply-fix.ts";
import { composeFixes } from "./compose-fixes.ts";
import { createProveFix } from "./prove-fix.ts";
import { type FixInput, type ProvenFixes, proveFixes } from "./prove-fixes.ts";

/** Proven fixes, each by the group of findings that it fixes, and all of them as one. */
export interface FixResults {
  readonly fixes: ReadonlyMap<Group, Fix | FixInRepair>;
  /** Groups whose fix would be too large for an answer. */
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

const maxFixes = 16;
// All patches together leave room for the diagnostics, twice: each fix is in the repair too.
const maxBytesOfAll = 16_384;
const maxRepairs = 4;
const maxRounds = 3;

/** Proposes a fix for each mistake, in order, and keeps those that are proven on a copy of the candidate. */
export function offerFixes(input: FixInput): FixResults {
  const { submitted, results } = input;
  const allowed = { fixes: maxFixes, bytes: maxBytesOfAll };
  const proven = proveFixes(input, allowed);
  const { fixes, tooLarge } = proven;
  const repair = repairWith(proven, input);
  if (!repair) return { fixes, tooLarge };

  // One fix may reveal a mistake that another one fixes, so the repair goes on with the fixed candidate.
  let { patch, safe, candidate, after } = repair;
  const { fixed } = repair;
  let { left } = proven;
  for (let round = 1; round < maxRounds && left.fixes > 0 && after.collector.hasErrors(); round += 1) {
    const next = { ...input, submitted: candidate, results: after };
    const more = proveFixes(next, left);
    const further = repairWith(more, next);
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

// All fixes in one patch, or half of them where they conflict.
function repairWith({ inRepair, together }: ProvenFixes, { submitted, results, meter, check }: FixInput) {
  let chosen = [...inRepair];
  const isProven = createProveFix(results);
  for (let tries = 0; tries < maxRepairs && chosen.length > 0; tries += 1) {
    const patch = composeFixes(chosen.map(([, fix]) => fix));
    const prove = () => {
      if (together) return together;
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
