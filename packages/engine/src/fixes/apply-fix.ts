import type { Json, JsonObject, PatchOperation } from "@assay/contract";
import { isSameJson } from "../json/canonical-json.ts";
import { findNonJson } from "../json/find-non-json.ts";
import { isObject, member, setMember } from "../json/json.ts";
import { parsePointer, valueAt } from "../json/pointer.ts";
import { memberSteps, type SpendSteps } from "../meter.ts";

/** A candidate with a patch applied, or the operation that could not be and why; the input is never changed. */
export type FixApplied =
  | { readonly kind: "ok"; readonly candidate: Json }
  | { readonly kind: "refused"; readonly operation: number; readonly reason: string };

// A patch may come from the wire; other implementations that apply it must not reach a prototype through it.
const forbidden = new Set(["__proto__", "constructor", "prototype"]);

/**
 * Applies a JSON Patch (RFC 6902; test, add, replace, remove, move) to a copy: all of it, or nothing.
 *
 * @example
 * const applied = applyFix(candidate, verdict.repair.patch);
 * if (applied.kind === "ok") engine.validate({ spec, registry, candidate: applied.candidate });
 */
export function applyFix(candidate: unknown, patch: readonly PatchOperation[]): FixApplied {
  if (findNonJson(candidate)) return { kind: "refused", operation: 0, reason: "the candidate is not JSON" };
  return applyPatch(candidate as Json, patch, () => {});
}

/** The same; copying arrays and objects on the way costs steps. */
export function applyPatch(candidate: Json, patch: readonly PatchOperation[], spendSteps: SpendSteps): FixApplied {
  // The type asks for an array of operations; the wire may bring anything.
  if (!Array.isArray(patch)) return { kind: "refused", operation: 0, reason: "the patch is not an array" };
  let current = candidate;
  const copies = createCopies(spendSteps);
  for (const [index, operation] of (patch as readonly PatchOperation[]).entries()) {
    const next = isObject(operation) ? applyOperation(current, operation, copies) : "the operation is not an object";
    if (typeof next === "string") return { kind: "refused", operation: index, reason: next };
    current = next.value;
  }
  return { kind: "ok", candidate: current };
}

type Changed = { readonly value: Json } | string;

function applyOperation(document: Json, operation: PatchOperation, copies: Copies): Changed {
  const path = readPath(operation.path);
  if (typeof path === "string") return path;
  const hasValue = operation.op === "test" || operation.op === "add" || operation.op === "replace";
  if (hasValue && findNonJson(operation.value)) return "the operation has no value, or its value is not JSON";
  switch (operation.op) {
    case "test": {
      const found = valueAt(document, path);
      const same = found !== undefined && isSameJson(found, operation.value);
      return same ? { value: document } : "the value differs from the one that the patch was made for";
    }
    case "add":
      return change(document, path, { kind: "add", value: operation.value }, copies);
    case "replace":
      return change(document, path, { kind: "replace", value: operation.value }, copies);
    case "remove":
      return change(document, path, { kind: "remove" }, copies);
    case "move": {
      const from = readPath(operation.from);
      if (typeof from === "string") return from;
      if (from.length < path.length && from.every((token, index) => token === path[index]))
        return "a value cannot be moved into itself";
      const moved = valueAt(document, from);
      if (moved === undefined) return "there is nothing to move";
      const without = change(document, from, { kind: "remove" }, copies);
      return typeof without === "string" ? without : change(without.value, path, { kind: "add", value: moved }, copies);
    }
    default:
      return "the operation is unknown";
  }
}

function readPath(pointer: unknown): readonly string[] | string {
  const path = typeof pointer === "string" ? parsePointer(pointer) : undefined;
  if (!path) return "the path is not a JSON Pointer";
  return path.some((token) => forbidden.has(token)) ? "the path contains a name that patches may not use" : path;
}

type Edit = { readonly kind: "add" | "replace"; readonly value: Json } | { readonly kind: "remove" };

/** Copies of arrays and objects, which the patch may change: each is copied once, however often the patch changes it. */
interface Copies {
  ofList(list: readonly Json[]): Json[];
  ofObject(object: JsonObject): Record<string, Json>;
}

const stepsPerCopied = 9;

function createCopies(spendSteps: SpendSteps): Copies {
  const ours = new Set<unknown>();
  return {
    ofList(list) {
      if (ours.has(list)) return list as Json[];
      spendSteps(list.length / 8);
      const copy = [...list];
      ours.add(copy);
      return copy;
    },
    ofObject(object) {
      if (ours.has(object)) return object as Record<string, Json>;
      spendSteps(stepsPerCopied * memberSteps(Object.keys(object).length));
      // Spreading keeps a member called __proto__.
      const copy = { ...object };
      ours.add(copy);
      return copy;
    },
  };
}

// Copies the containers on the path, and shares everything else with the input.
function change(value: Json, [token, ...rest]: readonly string[], edit: Edit, copies: Copies): Changed {
  if (token === undefined)
    return edit.kind === "remove" ? "the whole candidate cannot be removed" : { value: edit.value };
  if (Array.isArray(value)) return changeItem(value, token, rest, edit, copies);
  if (!isObject(value)) return "the path leads through a value that is not an object or array";
  const before = member(value, token);
  if (before === undefined && (rest.length > 0 || edit.kind !== "add")) return "the path does not exist";
  const inner = rest.length > 0 ? change(before as Json, rest, edit, copies) : edit;
  if (typeof inner === "string") return inner;
  const copy = copies.ofObject(value);
  if ("value" in inner) setMember(copy, token, inner.value);
  else Reflect.deleteProperty(copy, token);
  return { value: copy };
}

function changeItem(
  list: readonly Json[],
  token: string,
  rest: readonly string[],
  edit: Edit,
  copies: Copies,
): Changed {
  const adds = rest.length === 0 && edit.kind === "add";
  const index = token === "-" && adds ? list.length : /^(?:0|[1-9][0-9]*)$/.test(token) ? Number(token) : Number.NaN;
  if (!(index < list.length || (adds && index === list.length))) return "the item does not exist";
  const inner = rest.length > 0 ? change(list[index] as Json, rest, edit, copies) : edit;
  if (typeof inner === "string") return inner;
  const copy = copies.ofList(list);
  copy.splice(index, adds ? 0 : 1, ...("value" in inner ? [inner.value] : []));
  return { value: copy };
}
