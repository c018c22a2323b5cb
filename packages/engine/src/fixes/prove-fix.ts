import type { PatchOperation } from "@assay/contract";
import type { Group } from "../findings/collector.ts";
import type { AnyFinding } from "../findings/finding.ts";
import { parsePointer, pathKey } from "../json/pointer.ts";
import type { CheckResults } from "../validate/run-checks.ts";

/**
 * Makes the test whether an applied patch did what it promises and nothing else: the mistakes that it fixes are gone, no
 * error is new, none is left in what it wrote, and no check that ran before is skipped now. A rule that could not read what
 * is fixed may find something in it now.
 */
export function createProveFix(before: CheckResults): ProveFix {
  const countsOfAll = tally(before.collector.unordered(), kindOf);
  const skippedBefore = new Set(before.skipped.map(({ check }) => check));
  return (after, fixed, patch, placeOf) => {
    const isFirst = firstEvaluated(before, fixed);
    const kindAt = placeOf ? (group: Group) => `${kindOf(group)} ${placeOf(group)}` : kindOf;
    const counts = placeOf ? tally(before.collector.unordered(), kindAt) : countsOfAll;
    const promised = new Map<string, number>();
    for (const group of fixed) {
      const kind = kindAt(group);
      promised.set(kind, (promised.get(kind) ?? counts.get(kind) ?? 0) - group.count);
    }
    const groups = [...after.collector.unordered()].filter(({ first }) => !isFirst(first));
    const found = tally(groups, kindAt);
    for (const [kind, count] of promised) if ((found.get(kind) ?? 0) !== count) return false;
    for (const [kind, count] of found) {
      if (kind.startsWith("error ") && count > (promised.get(kind) ?? counts.get(kind) ?? 0)) return false;
    }
    return (
      after.skipped.every(({ check }) => skippedBefore.has(check)) &&
      patch.every((operation) => !leavesError(operation, (finding) => !isFirst(finding), after))
    );
  };
}

// Whether a rule was not evaluated before because of the errors that are fixed; with no errors, because of any.
function firstEvaluated({ skipped }: CheckResults, fixed: readonly Group[]): (finding: AnyFinding) => boolean {
  const paths = new Set(fixed.flatMap((group) => group.paths.map(pathKey)));
  const isFixed = ({ path }: AnyFinding) => fixed.length === 0 || paths.has(pathKey(path));
  const checks = skipped.filter(({ because, others }) => [because, ...others].some(isFixed)).map(({ check }) => check);
  return ({ code, rule }) => comparing.has(code) && checks.includes(rule.id);
}

/**
 * With nothing fixed and no patch, it tells whether no error is new. For a patch of several fixes that do not depend on
 * each other, `placeOf` tells where each error belongs, so that what one fix breaks is not hidden by what another corrects.
 */
type ProveFix = (
  after: CheckResults,
  fixed: readonly Group[],
  patch: readonly PatchOperation[],
  placeOf?: (group: Group) => string,
) => boolean;

const writes = new Set(["add", "replace", "move"]);
// What rules find in how values fit together. That a value itself is none of those that a rule lists speaks against it.
const comparing = new Set(["rule.violated", "list.duplicate", "list.sum", "output-field.duplicate"]);
const aboutName = new Set(["field.misspelled", "sample.field-undeclared"]);

function leavesError({ op, path: pointer }: PatchOperation, counts: Counts, { collector }: CheckResults): boolean {
  const path = parsePointer(pointer) ?? [];
  const error = writes.has(op) ? collector.errorAt(path) : undefined;
  if (!error) return false;
  // A new value does not change its name; another fix does that.
  const isLeft = (finding: AnyFinding) => !(op === "replace" && aboutName.has(finding.code)) && counts(finding);
  if (isLeft(error)) return true;
  const at = pathKey(path);
  return [...collector.unordered()].some(
    ({ first, paths }) => first.severity === "error" && isLeft(first) && paths.some((other) => pathKey(other) === at),
  );
}

/** Whether a finding counts against a fix. */
type Counts = (finding: AnyFinding) => boolean;

// Renaming a property or removing an item changes paths, so findings are counted by code and rule.
function tally(groups: Iterable<Group>, kindOfGroup: (group: Group) => string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const group of groups) {
    const kind = kindOfGroup(group);
    counts.set(kind, (counts.get(kind) ?? 0) + group.count);
  }
  return counts;
}

function kindOf({ first }: Group): string {
  return `${first.severity} ${first.code} ${first.rule.id} ${first.rule.at}`;
}
