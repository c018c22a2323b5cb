import type { PatchOperation } from "@assay/contract";
import type { Group } from "../findings/collector.ts";
import { tokensOf } from "../json/pointer.ts";
import type { Judgement } from "../validate/run-checks.ts";

/**
 * Makes the test whether a patch that was applied did what it promises, and only that: what it mends is gone, no error
 * is new, none is left where it wrote, and no check that ran before is skipped now.
 */
export function proofAgainst(before: Judgement): Proof {
  const counts = tally(before.collector.unordered());
  const skippedBefore = new Set(before.skipped.map(({ check }) => check));
  return (after, mended, patch) => {
    const promised = new Map<string, number>();
    for (const group of mended) {
      const kind = kindOf(group);
      promised.set(kind, (promised.get(kind) ?? counts.get(kind) ?? 0) - group.count);
    }
    const found = tally(after.collector.unordered());
    for (const [kind, count] of promised) if ((found.get(kind) ?? 0) !== count) return false;
    for (const [kind, count] of found) {
      if (kind.startsWith("error ") && count > (promised.get(kind) ?? counts.get(kind) ?? 0)) return false;
    }
    return (
      after.skipped.every(({ check }) => skippedBefore.has(check)) &&
      patch.every(({ op, path }) => !writes.has(op) || after.collector.errorAt(tokensOf(path) ?? []) === undefined)
    );
  };
}

// With nothing mended and no patch, it tells whether nothing is new.
type Proof = (after: Judgement, mended: readonly Group[], patch: readonly PatchOperation[]) => boolean;

const writes = new Set(["add", "replace", "move"]);

// Places may move when a member is renamed or an item removed, so occurrences are counted by code and rule.
function tally(groups: Iterable<Group>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const group of groups) {
    const kind = kindOf(group);
    counts.set(kind, (counts.get(kind) ?? 0) + group.count);
  }
  return counts;
}

function kindOf({ first }: Group): string {
  return `${first.severity} ${first.code} ${first.rule.id} ${first.rule.at}`;
}
