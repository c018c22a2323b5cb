import { isJsonObject, type Json, type PatchOperation, parsePointer } from "@assay/contract";

// Who owns a proposal is a fact that no patch may forge.
const facts = ["kind", "id"];

/**
 * Whether a patch is at, above or below the owner's kind or id, or changes them. Unwrapping a whole candidate is no such
 * change as long as the owner inside it stays the same and there is no other around it.
 */
export function changesOwner(patch: readonly PatchOperation[], before: Json, after: Json): boolean {
  const inside = unwrappedPath(patch);
  if (patch.some((operation) => !leavesOwner(operation, inside))) return true;
  // What has an owner itself is the candidate, and no wrapper.
  if (inside.some((_, depth) => memberAt(before, [...inside.slice(0, depth), "owner"]) !== undefined)) return true;
  return facts.some(
    (fact) =>
      JSON.stringify(memberAt(before, [...inside, "owner", fact])) !== JSON.stringify(memberAt(after, ["owner", fact])),
  );
}

// Where the candidate is that the patch takes out of its wrapper.
function unwrappedPath(patch: readonly PatchOperation[]): readonly string[] {
  return patch.flatMap((operation) =>
    operation.op === "move" && isUnwrapping(operation) ? (parsePointer(operation.from) ?? []) : [],
  );
}

function isUnwrapping({ path }: PatchOperation): boolean {
  return path === "";
}

function leavesOwner(operation: PatchOperation, inside: readonly string[]): boolean {
  if (operation.op === "test") return true;
  if (operation.op === "move" && isUnwrapping(operation)) return true;
  const pointers = operation.op === "move" ? [operation.path, operation.from] : [operation.path];
  return pointers.every((pointer) => {
    const path = parsePointer(pointer);
    if (!path) return false;
    const isInside = inside.length > 0 && inside.every((token, index) => path[index] === token);
    return !isOwner(path) && !(isInside && isOwner(path.slice(inside.length)));
  });
}

function isOwner([first, second]: readonly string[]): boolean {
  return first === undefined || (first === "owner" && (second === undefined || facts.includes(second)));
}

function memberAt(value: Json, path: readonly string[]): Json | undefined {
  let found: Json | undefined = value;
  for (const token of path) {
    if (!isJsonObject(found) || !Object.hasOwn(found, token)) return undefined;
    found = found[token];
  }
  return found;
}
