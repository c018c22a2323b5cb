import type { PatchOperation } from "@assay/contract";
import type { Group } from "../findings/collector.ts";
import { formatPointer } from "../json/pointer.ts";
import { type Meter, spend } from "../meter.ts";
import { utf8Length } from "../text/characters.ts";
import { findHidden, isPlain } from "../text/sanitize-text.ts";

/** For each mistake that has a fix, the patch operations in the order in which the answer lists the mistakes. */
export type Fixes = ReadonlyMap<Group, readonly PatchOperation[]>;

const stepsPerPlace = 32;
// The limit for all fixes in an answer, which leaves room for the diagnostics.
const maxBytes = 16_384;

/** Lists the fixes of the mistakes that were corrected everywhere, as long as there is room for them. */
export function listFixes(groups: readonly Group[], meter: Meter): Fixes {
  const fixes = new Map<Group, readonly PatchOperation[]>();
  let bytesLeft = maxBytes;
  for (const group of groups) {
    const { places, count } = group;
    if (count > places.length || !places.every(({ path, fix }) => fix && path.every(isPlain))) continue;
    spend(meter, stepsPerPlace * count);
    const operations = places.flatMap(toOperations);
    const bytes = utf8Length(JSON.stringify(operations));
    if (bytes > bytesLeft || !operations.every(isReadable)) continue;
    bytesLeft -= bytes;
    fixes.set(group, operations);
  }
  return fixes;
}

function toOperations({ path, fix }: Group["places"][number]): readonly PatchOperation[] {
  const at = formatPointer(path);
  if (fix?.kind === "replace") return [{ op: "replace", path: at, value: fix.value }];
  if (fix?.kind === "rename") return [{ op: "move", from: at, path: formatPointer([...path.slice(0, -1), fix.to]) }];
  return fix ? [{ op: "remove", path: at }] : [];
}

// A patch contains values unescaped, so the values must not contain characters that a reader cannot see.
function isReadable(operation: PatchOperation): boolean {
  const value = "value" in operation ? operation.value : operation.path;
  return typeof value !== "string" || findHidden(value) === undefined;
}
