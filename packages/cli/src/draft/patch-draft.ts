import type { PatchOperation } from "@assay/contract";
import { rangeOf } from "@assay/json-text";
import { type PatchedText, patchText } from "@assay/json-text/patch-text";
import type { Draft } from "./read-draft.ts";

/**
 * Applies a patch for the candidate to the text of its draft. Nothing else changes, and the owner never does, wherever in
 * the document the candidate is.
 */
export function patchDraft(
  { text, prefix }: Pick<Draft, "text" | "prefix">,
  patch: readonly PatchOperation[],
): PatchedText {
  if (prefix === "") return patchText(text, patch);
  const range = rangeOf(text, prefix);
  if (!range) return { kind: "refused", reason: "The candidate cannot be found in this text." };
  // First on the candidate alone: there it is known where the owner is.
  const inner = patchText(text.slice(range.from, range.to), patch);
  if (inner.kind === "refused") return inner;
  // Then in the whole text, whose layout says how far to indent.
  const whole = patchText(
    text,
    patch.map((operation) => prefixed(operation, prefix)),
  );
  if (whole.kind === "ok") return whole;
  return {
    kind: "ok",
    text: text.slice(0, range.from) + inner.text + text.slice(range.to),
    changes: inner.changes.map((change) => ({ ...change, from: change.from + range.from, to: change.to + range.from })),
  };
}

function prefixed(operation: PatchOperation, prefix: string): PatchOperation {
  const path = `${prefix}${operation.path}`;
  return operation.op === "move" ? { ...operation, path, from: `${prefix}${operation.from}` } : { ...operation, path };
}
