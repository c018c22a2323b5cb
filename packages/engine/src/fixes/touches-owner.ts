import type { PatchOperation } from "@assay/contract";
import type { Group } from "../findings/collector.ts";
import { parsePointer, pointerOf } from "../json/pointer.ts";

// A patch that turns an agent into a human would forge a fact.
const protectedPaths = [
  ["owner", "kind"],
  ["owner", "id"],
];

/** Makes the test whether an operation touches the owner's kind or id, also where a property on the way is misspelled. */
export function createTouchesOwner(groups: readonly Group[]): (operation: PatchOperation) => boolean {
  const expected = new Map(
    groups
      .filter(({ first }) => first.code === "field.misspelled")
      .flatMap(({ first, paths }) => paths.map((path) => [pointerOf(path), String(first.params.expected)] as const)),
  );
  return (operation) => touchesOwner(operation, expected);
}

// At, above or below: a patch above replaces what is below it.
function touchesOwner(operation: PatchOperation, expected: ReadonlyMap<string, string>): boolean {
  const pointers = operation.op === "move" ? [operation.path, operation.from] : [operation.path];
  return pointers.some((pointer) => {
    const path = correctedPath(parsePointer(pointer) ?? [], expected);
    return protectedPaths.some((owner) => owner.every((token, index) => index >= path.length || path[index] === token));
  });
}

function correctedPath(path: readonly string[], expected: ReadonlyMap<string, string>): readonly string[] {
  return path.map((token, index) => expected.get(pointerOf(path.slice(0, index + 1))) ?? token);
}
