import type { Json, PatchOperation } from "@assay/contract";
import { canonicalJson } from "../json/canonical.ts";
import { isObject, member, setMember } from "../json/json.ts";
import { tokensOf, valueAt } from "../json/pointer.ts";

/** A candidate with a patch applied, or the operation that could not be and why; the input is never changed. */
export type FixApplied =
  | { readonly kind: "ok"; readonly candidate: Json }
  | { readonly kind: "refused"; readonly operation: number; readonly reason: string };

// A patch may come from the wire; whoever applies it elsewhere must not reach a prototype through it.
const forbidden = new Set(["__proto__", "constructor", "prototype"]);

/** Applies a JSON Patch (RFC 6902; test, add, replace, remove, move) to a copy: all of it, or nothing. */
export function applyFix(candidate: Json, patch: readonly PatchOperation[]): FixApplied {
  let current = candidate;
  for (const [index, operation] of patch.entries()) {
    const next = applyOperation(current, operation);
    if (typeof next === "string") return { kind: "refused", operation: index, reason: next };
    current = next.value;
  }
  return { kind: "ok", candidate: current };
}

type Changed = { readonly value: Json } | string;

function applyOperation(document: Json, operation: PatchOperation): Changed {
  const path = readPath(operation.path);
  if (typeof path === "string") return path;
  switch (operation.op) {
    case "test": {
      const found = valueAt(document, path);
      const same = found !== undefined && canonicalJson(found) === canonicalJson(operation.value);
      return same ? { value: document } : "the value is not the one that the patch was made for";
    }
    case "add":
      return change(document, path, { kind: "add", value: operation.value });
    case "replace":
      return change(document, path, { kind: "replace", value: operation.value });
    case "remove":
      return change(document, path, { kind: "remove" });
    case "move": {
      const from = readPath(operation.from);
      if (typeof from === "string") return from;
      if (from.length < path.length && from.every((token, index) => token === path[index]))
        return "a value cannot move into itself";
      const moved = valueAt(document, from);
      if (moved === undefined) return "there is nothing to move";
      const without = change(document, from, { kind: "remove" });
      return typeof without === "string" ? without : change(without.value, path, { kind: "add", value: moved });
    }
    default:
      return "the operation is not known";
  }
}

function readPath(pointer: unknown): readonly string[] | string {
  const tokens = typeof pointer === "string" ? tokensOf(pointer) : undefined;
  if (!tokens) return "the path is not a JSON Pointer";
  return tokens.some((token) => forbidden.has(token))
    ? "the path leads through a name that patches may not use"
    : tokens;
}

type Edit = { readonly kind: "add" | "replace"; readonly value: Json } | { readonly kind: "remove" };

// Copies the way to the place, and shares everything else with the input.
function change(value: Json, [token, ...rest]: readonly string[], edit: Edit): Changed {
  if (token === undefined)
    return edit.kind === "remove" ? "the whole candidate cannot be removed" : { value: edit.value };
  if (Array.isArray(value)) return changeItem(value, token, rest, edit);
  if (!isObject(value)) return "the path leads through a value that has no parts";
  const before = member(value, token);
  if (before === undefined && (rest.length > 0 || edit.kind !== "add")) return "there is no such place";
  const inner = rest.length > 0 ? change(before as Json, rest, edit) : edit;
  if (typeof inner === "string") return inner;
  const copy: Record<string, Json> = {};
  for (const name of Object.keys(value)) {
    if (name !== token) setMember(copy, name, value[name] as Json);
    else if ("value" in inner) setMember(copy, name, inner.value);
  }
  if (before === undefined && "value" in inner) setMember(copy, token, inner.value);
  return { value: copy };
}

function changeItem(list: readonly Json[], token: string, rest: readonly string[], edit: Edit): Changed {
  const adds = rest.length === 0 && edit.kind === "add";
  const index = token === "-" && adds ? list.length : /^(?:0|[1-9][0-9]*)$/.test(token) ? Number(token) : Number.NaN;
  if (!(index < list.length || (adds && index === list.length))) return "there is no such item";
  if (rest.length > 0) {
    const inner = change(list[index] as Json, rest, edit);
    return typeof inner === "string" ? inner : { value: list.with(index, inner.value) };
  }
  return { value: list.toSpliced(index, edit.kind === "add" ? 0 : 1, ...("value" in edit ? [edit.value] : [])) };
}
