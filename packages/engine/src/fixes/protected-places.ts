import type { PatchOperation } from "@assay/contract";
import { tokensOf } from "../json/pointer.ts";

// A patch that turns an agent into a human would forge a fact.
const protectedPlaces = [
  ["owner", "kind"],
  ["owner", "id"],
];

/** Whether an operation is at, above or below the owner's kind or id. */
export function touchesOwner(operation: PatchOperation): boolean {
  const paths = operation.op === "move" ? [operation.path, operation.from] : [operation.path];
  return paths.some((path) => {
    const tokens = tokensOf(path) ?? [];
    return protectedPlaces.some((place) =>
      place.every((token, index) => index >= tokens.length || tokens[index] === token),
    );
  });
}
