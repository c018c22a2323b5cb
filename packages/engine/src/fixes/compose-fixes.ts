import type { Fix, PatchOperation } from "@assay/contract";
import { comparePaths, parsePointer } from "../json/pointer.ts";

/**
 * One patch that does what several fixes do. Their paths all speak of the same candidate, so the operations are put into
 * an order in which none moves another's place: tests, then new values, then what changes the structure, deepest first
 * and later items before earlier ones. A fix that writes where an earlier one has written or removed is left out.
 */
export function composeFixes(fixes: readonly Pick<Fix, "patch">[]): readonly PatchOperation[] {
  const taken: (readonly string[])[] = [];
  const chosen: PatchOperation[] = [];
  for (const { patch } of fixes) {
    const places = patch.filter(({ op }) => op !== "test").flatMap(placesOf);
    if (places.some((place) => taken.some((other) => collides(place, other)))) continue;
    taken.push(...places);
    chosen.push(...patch);
  }
  return chosen.toSorted((a, b) => rank(a) - rank(b) || (rank(a) === structural ? compareStructural(a, b) : 0));
}

const structural = 2;

function rank({ op }: PatchOperation): number {
  if (op === "test") return 0;
  return op === "add" || op === "replace" ? 1 : structural;
}

function compareStructural(a: PatchOperation, b: PatchOperation): number {
  const [from, to] = [sourceOf(a), sourceOf(b)];
  return to.length - from.length || comparePaths(to, from);
}

function sourceOf(operation: PatchOperation): readonly string[] {
  return parsePointer(operation.op === "move" ? operation.from : operation.path) ?? [];
}

function placesOf(operation: PatchOperation): readonly (readonly string[])[] {
  const path = parsePointer(operation.path) ?? [];
  return operation.op === "move" ? [path, sourceOf(operation)] : [path];
}

// The same place; what one fix does inside a value that another one moves or removes is sorted out by their order.
function collides(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((token, index) => token === b[index]);
}
