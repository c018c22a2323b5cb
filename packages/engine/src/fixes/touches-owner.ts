import type { PatchOperation } from "@assay/contract";
import type { Group } from "../findings/collector.ts";
import { pointerOf, tokensOf } from "../json/pointer.ts";

// A patch that turns an agent into a human would forge a fact.
const protectedPlaces = [
  ["owner", "kind"],
  ["owner", "id"],
];

/** Makes the test whether an operation is at, above or below the owner's kind or id, under these names or misspelled ones. */
export function ownerTest(groups: readonly Group[]): (operation: PatchOperation) => boolean {
  const expected = new Map(
    groups
      .filter(({ first }) => first.code === "field.misspelled")
      .flatMap(({ first, places }) =>
        places.map((place) => [pointerOf(place), String(first.params.expected)] as const),
      ),
  );
  return (operation) => touchesOwner(operation, expected);
}

function touchesOwner(operation: PatchOperation, expected: ReadonlyMap<string, string>): boolean {
  const paths = operation.op === "move" ? [operation.path, operation.from] : [operation.path];
  return paths.some((path) => {
    const tokens = meantTokens(tokensOf(path) ?? [], expected);
    return protectedPlaces.some((place) =>
      place.every((token, index) => index >= tokens.length || tokens[index] === token),
    );
  });
}

function meantTokens(tokens: readonly string[], expected: ReadonlyMap<string, string>): readonly string[] {
  return tokens.map((token, index) => expected.get(pointerOf(tokens.slice(0, index + 1))) ?? token);
}
