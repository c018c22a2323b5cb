import { type Json, type PatchOperation, parsePointer, valueAt } from "@assay/contract";
import { applyFix, readJson } from "@assay/engine";
import { editOperation } from "./edit-operation.ts";
import { editText, type TextChange } from "./edited-text.ts";

/** A text with a patch applied and what changed in it, or why the patch was refused. */
export type PatchedText =
  | { readonly kind: "ok"; readonly text: string; readonly changes: readonly TextChange[] }
  | { readonly kind: "refused"; readonly reason: string };

// All fixes of a verdict, and so its repair, have at most 16,384 bytes; the shortest `test` and `remove` have 64 together.
// Whoever sends more wants to keep its reader busy.
const maxOperations = 512;

/**
 * Applies a patch to a JSON text as its author would: whatever the patch does not name keeps its layout, and a renamed
 * property its place. The result means exactly what `applyFix` makes of the value, and has the same owner; anything else
 * is refused, because patches come from a worker or a service that its reader does not trust.
 *
 * @example
 * const patched = patchText(text, fix.patch);
 * if (patched.kind === "ok") view.dispatch({ changes: patched.changes });
 */
export function patchText(text: string, patch: readonly PatchOperation[]): PatchedText {
  const read = readText(text);
  if (read.kind === "unreadable") return refused(`The text is not valid JSON: ${read.message}`);
  if (!Array.isArray(patch) || patch.length > maxOperations)
    return refused("The patch is too long, or not a patch. Make the change by hand.");
  const operations: readonly PatchOperation[] = patch;
  const applied = applyFix(read.value, operations);
  if (applied.kind === "refused") return refused(`The fix does not fit the text: ${applied.reason}.`);
  if (changesOwner(operations, read.value, applied.candidate))
    return refused("The fix would change who owns the proposal. Only the owner can do that.");

  const edited = editText(text);
  const carriedOut = operations.every((operation) => editOperation(edited, operation));
  const reread = carriedOut ? readText(edited.text) : undefined;
  const isSame =
    reread?.kind === "ok" && applyFix(reread.value, [{ op: "test", path: "", value: applied.candidate }]).kind === "ok";
  if (!isSame) return refused("The fix cannot be written into this text. Make the change by hand.");
  return { kind: "ok", text: edited.text, changes: edited.changes() };
}

function readText(text: string): ReturnType<typeof readJson> {
  return readJson(new TextEncoder().encode(text));
}

function refused(reason: string): PatchedText {
  return { kind: "refused", reason };
}

// Who owns a proposal is a fact that no patch may forge.
const facts = ["kind", "id"];

/**
 * Whether a patch is at, above or below the owner's kind or id, or changes them. Unwrapping a whole candidate is no such
 * change as long as the owner inside it stays the same and there is no other around it.
 */
function changesOwner(patch: readonly PatchOperation[], before: Json, after: Json): boolean {
  const inside = unwrappedPath(patch);
  if (patch.some((operation) => !leavesOwner(operation, inside))) return true;
  // What has an owner itself is the candidate, and no wrapper.
  if (inside.some((_, depth) => valueAt(before, [...inside.slice(0, depth), "owner"]) !== undefined)) return true;
  return facts.some(
    (fact) =>
      JSON.stringify(valueAt(before, [...inside, "owner", fact])) !== JSON.stringify(valueAt(after, ["owner", fact])),
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
