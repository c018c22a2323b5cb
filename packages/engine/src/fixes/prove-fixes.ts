import type { Fix, Json, PatchOperation } from "@assay/contract";
import type { Group } from "../findings/collector.ts";
import { pathKey, pointerOf } from "../json/pointer.ts";
import { type Meter, spend, withinBudget } from "../meter.ts";
import type { SpecParts } from "../spec/compiled-spec.ts";
import type { CheckResults } from "../validate/run-checks.ts";
import { applyPatch } from "./apply-fix.ts";
import { composeFixes } from "./compose-fixes.ts";
import { fixOfGroup, type RefusedItem, type UnprovenFix } from "./fix-of-group.ts";
import { type ChangedProperties, changedProperties, independentSets } from "./independent-fixes.ts";
import { createProveFix } from "./prove-fix.ts";
import { maxPatchBytes } from "./to-patch.ts";

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
export interface Allowance {
  readonly fixes: number;
  readonly bytes: number;
}

/** A patched candidate that was checked. */
interface Checked {
  readonly candidate: Json;
  readonly after: CheckResults;
}

/** Fixes that were proven on a copy of the candidate, by the group that each fixes, in the order of the answer. */
export interface ProvenFixes {
  readonly fixes: ReadonlyMap<Group, Fix>;
  /** Those that remove nothing that the author wrote. */
  readonly inRepair: ReadonlyMap<Group, Fix>;
  readonly tooLarge: ReadonlySet<Group>;
  readonly left: Allowance;
  /** The candidate with all of `inRepair` applied, if that is what was checked. */
  readonly together?: Checked;
}

type FixToProve = UnprovenFix & { readonly changed: ChangedProperties };

/** Makes a fix for each mistake, and keeps those that are proven: independent ones together, the others one by one. */
export function proveFixes(input: FixInput, allowed: Allowance): ProvenFixes {
  const { spec, results } = input;
  const tooLarge = new Set<Group>();
  const { check, mayCheck } = createChecks(input);
  const isProven = createProveFix(results);
  const proven = new Set<FixToProve>();
  const made: FixToProve[] = [];
  let together: Checked | undefined;

  const prove = (set: readonly FixToProve[]) => {
    if (!mayCheck(1)) return;
    const patch = composeFixes(set.map(({ fix }) => fix));
    const checked = check(patch);
    const groups = set.map(({ group }) => group);
    if (checked && isProven(checked.after, groups, patch, set.length > 1 ? placeIn(set) : undefined)) {
      for (const fix of set) proven.add(fix);
      if (set.length === made.length) together = checked;
    } else if (set.length > 1) {
      for (const fix of set) prove([fix]);
    }
  };
  // Fixes that were proven before the meter ran out stay.
  const proveAll = () => {
    made.push(...makeFixes(input, allowed, tooLarge, (refused) => mayCheck(2) && areRefused(refused, check)));
    for (const set of independentSets(made, spec)) prove(set);
  };
  withinBudget(proveAll, () => undefined);

  const fixes = new Map<Group, Fix>();
  const inRepair = new Map<Group, Fix>();
  for (const { group, fix, losesContent } of made.filter((each) => proven.has(each))) {
    fixes.set(group, fix);
    if (!losesContent) inRepair.set(group, fix);
  }
  const bytes = made.reduce((sum, fix) => sum + fix.bytes, 0);
  const left = { fixes: allowed.fixes - made.length, bytes: allowed.bytes - bytes };
  return { fixes, inRepair, tooLarge, left, ...(together && inRepair.size === made.length ? { together } : {}) };
}

// Renaming a property moves its errors, so all properties that one fix changes are one place.
function placeIn(set: readonly FixToProve[]): (group: Group) => string {
  return ({ first }) => {
    const [property = ""] = first.path;
    const fix = set.findIndex(({ changed }) => changed.has(property));
    return fix < 0 ? `/${property}` : `${fix}`;
  };
}

function createChecks({ submitted, meter, check: checkCandidate }: FixInput) {
  let costliest = 0;
  return {
    // Keep enough steps to prove the repair: a complete repair is better than one more single fix.
    mayCheck: (times: number) => meter.left >= (times + 1) * costliest,
    check(patch: readonly PatchOperation[]): Checked | undefined {
      const before = meter.left;
      const applied = applyPatch(submitted, patch, (steps) => spend(meter, steps));
      if (applied.kind !== "ok") return undefined;
      const after = checkCandidate(applied.candidate);
      costliest = Math.max(costliest, before - meter.left);
      return { candidate: applied.candidate, after };
    },
  };
}

function makeFixes(
  { spec, submitted, results, meter }: FixInput,
  allowed: Allowance,
  tooLarge: Set<Group>,
  areItemsRefused: (refused: readonly RefusedItem[]) => boolean,
): readonly FixToProve[] {
  const { toCorrected, collector } = results;
  const context = { submitted, spec, meter };
  const made: FixToProve[] = [];
  let bytesLeft = allowed.bytes;
  for (const group of collector.groups()) {
    if (made.length === allowed.fixes) break;
    const fix = fixOfGroup(group, context, toCorrected);
    if (!fix) continue;
    if (fix.bytes > Math.min(maxPatchBytes, bytesLeft)) {
      tooLarge.add(group);
    } else if (fix.refused.length === 0 || areItemsRefused(fix.refused)) {
      bytesLeft -= fix.bytes;
      made.push({ ...fix, changed: changedProperties(fix.fix.patch, toCorrected) });
    }
  }
  return made;
}

// Whether each string is refused for what it says; that it is too long does not tell that it is more than one item.
function areRefused(
  refused: readonly RefusedItem[],
  check: (patch: readonly PatchOperation[]) => Checked | undefined,
): boolean {
  const checked = check(refused.map(({ path, item }) => ({ op: "replace", path: pointerOf(path), value: [item] })));
  const errors = [...(checked?.after.collector.unordered() ?? [])].filter(
    ({ first }) => first.severity === "error" && first.code !== "field.length",
  );
  const paths = new Set(errors.flatMap((group) => group.paths.map(pathKey)));
  return refused.every(({ path }) => paths.has(pathKey([...path, "0"])));
}
