import { type Fix, type Json, limits, type PatchOperation } from "@assay/contract";
import type { Group } from "../findings/collector.ts";
import { parsePointer } from "../json/pointer.ts";
import { spend } from "../meter.ts";
import { firstHidden, isPlain } from "../text/outside-text.ts";
import type { CheckResults } from "../validate/run-checks.ts";
import { type FixContext, type Proposal, proposeFix } from "./propose-fix.ts";
import { maxPatchBytes, toPatch } from "./to-patch.ts";
import { touchesOwner } from "./touches-owner.ts";

const stepsPerPath = 32;
const bytesPerStep = 16;

/** A string at a path that must be refused as an item there, or the fix that splits it is a guess. */
export interface RefusedItem {
  readonly path: readonly string[];
  readonly item: string;
}

/** The fix of a group of findings, not yet proven. */
export interface UnprovenFix {
  readonly group: Group;
  readonly fix: Fix;
  readonly bytes: number;
  /** Whether it removes something that the author wrote. */
  readonly losesContent: boolean;
  readonly refused: readonly RefusedItem[];
}

/**
 * Makes the fix of a group at every path, if it can be shown and leaves the owner alone. If not all paths are known, its
 * patch is larger than any answer may show.
 */
export function fixOfGroup(
  group: Group,
  context: FixContext,
  toCorrected: CheckResults["toCorrected"],
): UnprovenFix | undefined {
  const { first, count, paths } = group;
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
    title: count > 1 ? titleOfMany(proposals) : head.title,
    applicability: proposals.every(({ applicability }) => applicability === "safe") ? "safe" : "review",
    patch: sized.patch,
  };
  const losesContent = proposals.some((proposal) => proposal.losesContent ?? false);
  const refused: readonly RefusedItem[] = proposals.flatMap(({ edit, insteadOf }) =>
    insteadOf === undefined ? [] : [{ path: edit.path, item: insteadOf }],
  );
  if (!isUnwrapping(group) && fix.patch.some((operation) => touchesOwner(operation, toCorrected))) return undefined;
  const bytes = count > paths.length ? Number.POSITIVE_INFINITY : sized.bytes;
  // A patch that is too large to show is reported as such, whatever it contains.
  if (bytes <= maxPatchBytes && !fix.patch.every((operation) => isShowable(operation) && isShallow(operation)))
    return undefined;
  return { group, fix, losesContent, refused, bytes };
}

// The places may need different values, and a title that names one of them would not be true of the others.
function titleOfMany(proposals: readonly Proposal[]): string {
  const [only = "", ...others] = new Set(proposals.map((proposal) => proposal.titleOfMany));
  return others.length === 0 ? only : "Change each place as the patch says.";
}

// The whole candidate moves out of its wrapper, and nothing in it changes, so the owner stays who it is.
function isUnwrapping({ first }: Group): boolean {
  return first.code === "field.unknown" && (first.message === "wrapped" || first.message === "inArray");
}

// A patch repeats names and values unchanged, so it must not contain characters that a reader cannot see.
function isShowable(operation: PatchOperation): boolean {
  const value = "value" in operation ? stringsIn(operation.value) : [];
  const pointers = operation.op === "move" ? [operation.path, operation.from] : [operation.path];
  return !value.some(firstHidden) && pointers.every((pointer) => (parsePointer(pointer) ?? []).every(isPlain));
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
