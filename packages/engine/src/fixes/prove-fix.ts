import type { PatchOperation } from "@assay/contract";
import type { Group } from "../findings/collector.ts";
import { tokensOf } from "../json/pointer.ts";
import type { Judgement } from "../validate/judge.ts";

/**
 * Whether a patch that was applied did what it promises, and only that: what it mends is gone, no error is new, none is
 * left where it wrote, and no check that ran before is skipped now.
 */
export function isProven(
  before: Judgement,
  after: Judgement,
  mended: readonly Group[],
  patch: readonly PatchOperation[],
): boolean {
  const left = tally(before.collector.groups());
  for (const group of mended) left.set(keyOf(group), (left.get(keyOf(group)) ?? 0) - group.count);
  const now = after.collector.groups();
  const found = tally(now);
  const gone = mended.every((group) => (found.get(keyOf(group)) ?? 0) === (left.get(keyOf(group)) ?? 0));
  const nothingNew = now
    .filter(({ first }) => first.severity === "error")
    .every((group) => (found.get(keyOf(group)) ?? 0) <= (left.get(keyOf(group)) ?? 0));
  const clean = patch
    .filter(({ op }) => op === "add" || op === "replace" || op === "move")
    .every(({ path }) => after.collector.errorAt(tokensOf(path) ?? []) === undefined);
  const skippedBefore = new Set(before.skipped.map(({ check }) => check));
  return gone && nothingNew && clean && after.skipped.every(({ check }) => skippedBefore.has(check));
}

/** Whether no error is new and no check is newly skipped, whatever was done in between. */
export function leavesNothingNew(before: Judgement, after: Judgement): boolean {
  return isProven(before, after, [], []);
}

// Places may move when a member is renamed or an item removed, so occurrences are counted by code and rule.
function tally(groups: readonly Group[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const group of groups) counts.set(keyOf(group), (counts.get(keyOf(group)) ?? 0) + group.count);
  return counts;
}

function keyOf({ first }: Group): string {
  return `${first.severity} ${first.code} ${first.rule.id} ${first.rule.at}`;
}
