import type { PatchOperation } from "@assay/contract";
import { parsePointer } from "../json/pointer.ts";

// A patch that turns an agent into a human would forge a fact.
const protectedPaths = [
  ["owner", "kind"],
  ["owner", "id"],
];

/**
 * Whether an operation is at, above or below the owner's kind or id, also where a property on the way is misspelled:
 * `toCorrected` knows the right names. A patch above replaces what is below it.
 */
export function touchesOwner(
  operation: PatchOperation,
  toCorrected: (path: readonly string[]) => readonly string[],
): boolean {
  const pointers = operation.op === "move" ? [operation.path, operation.from] : [operation.path];
  return pointers.some((pointer) => {
    const path = toCorrected(parsePointer(pointer) ?? []);
    return protectedPaths.some((owner) => owner.every((token, index) => index >= path.length || path[index] === token));
  });
}
