import type { PatchOperation } from "../documents/diagnostic.ts";
import { isJsonObject, type Json, type JsonObject } from "./json.ts";
import { isIndex, parsePointer, valueAt } from "./json-pointer.ts";

/** The patched value, or the operation that could not be applied and the reason. */
export type PatchedJson =
  | { readonly kind: "ok"; readonly value: Json }
  | { readonly kind: "refused"; readonly operation: number; readonly reason: string };

/** The options of `patchJson`. */
export interface PatchJsonOptions {
  /** Whether a path can contain `__proto__`, `constructor` and `prototype`. Default: false. */
  readonly anyName?: boolean;
  /** Called with each array or object before it is copied. */
  readonly onCopy?: (container: readonly Json[] | JsonObject) => void;
}

/**
 * Applies a JSON Patch (RFC 6902; add, replace, remove, move) to a copy, either completely or not at all. The input is
 * never changed, and the result shares the unpatched parts with it.
 *
 * @example
 * const patched = patchJson(candidate, [{ op: "replace", path: "/name", value: "Parcel route" }]);
 * if (patched.kind === "ok") use(patched.value);
 */
export function patchJson(
  document: Json,
  patch: readonly PatchOperation[],
  options: PatchJsonOptions = {},
): PatchedJson {
  // The patch can come from the network, so it need not match its type.
  if (!Array.isArray(patch)) return { kind: "refused", operation: 0, reason: "the patch is not an array" };
  let value = document;
  const copy = createCopy(options);
  for (const [index, operation] of (patch as readonly PatchOperation[]).entries()) {
    const next = isJsonObject(operation)
      ? applyOperation(value, operation, options, copy)
      : "the operation is not an object";
    if (typeof next === "string") return { kind: "refused", operation: index, reason: next };
    ({ value } = next);
  }
  return { kind: "ok", value };
}

type EditResult = { readonly value: Json } | string;

function applyOperation(document: Json, operation: PatchOperation, options: PatchJsonOptions, copy: Copy): EditResult {
  const path = readPath(operation.path, options);
  if (typeof path === "string") return path;
  const hasValue = operation.op === "add" || operation.op === "replace";
  if (hasValue && operation.value === undefined) return "the operation has no value";
  switch (operation.op) {
    case "add":
      return applyEdit(document, path, { kind: "add", value: operation.value }, copy);
    case "replace":
      return applyEdit(document, path, { kind: "replace", value: operation.value }, copy);
    case "remove":
      return applyEdit(document, path, { kind: "remove" }, copy);
    case "move": {
      const from = readPath(operation.from, options);
      if (typeof from === "string") return from;
      if (from.length < path.length && from.every((token, index) => token === path[index]))
        return "a value cannot be moved into itself";
      const moved = valueAt(document, from);
      if (moved === undefined) return "there is nothing to move";
      const removed = applyEdit(document, from, { kind: "remove" }, copy);
      return typeof removed === "string"
        ? removed
        : applyEdit(removed.value, path, { kind: "add", value: moved }, copy);
    }
    default:
      return "the operation is unknown";
  }
}

/**
 * The names that a path in a patch must not contain. A patch can come from the network, and must not reach a prototype
 * in any implementation that applies it.
 *
 * @example
 * const hasFix = !path.some((name) => unpatchableNames.has(name));
 */
export const unpatchableNames: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

function readPath(pointer: unknown, { anyName = false }: PatchJsonOptions): readonly string[] | string {
  const path = typeof pointer === "string" ? parsePointer(pointer) : undefined;
  if (!path) return "the path is not a JSON Pointer";
  const isForbidden = !anyName && path.some((token) => unpatchableNames.has(token));
  return isForbidden ? "the path contains a name that patches may not use" : path;
}

type Edit = { readonly kind: "add" | "replace"; readonly value: Json } | { readonly kind: "remove" };

/** Copies an array or object before its first change, and returns the same copy for further changes. */
type Copy = <Container extends readonly Json[] | JsonObject>(container: Container) => Container;

function createCopy({ onCopy }: PatchJsonOptions): Copy {
  const copies = new Set<unknown>();
  return (container) => {
    if (copies.has(container)) return container;
    onCopy?.(container);
    // Spreading keeps a member called __proto__.
    const copy = Array.isArray(container) ? [...container] : { ...container };
    copies.add(copy);
    return copy as typeof container;
  };
}

// Copies the containers along the path, and shares everything else with the input.
function applyEdit(value: Json, [token, ...rest]: readonly string[], edit: Edit, copy: Copy): EditResult {
  if (token === undefined)
    return edit.kind === "remove" ? "the whole candidate cannot be removed" : { value: edit.value };
  if (Array.isArray(value)) return editItem(value, token, rest, edit, copy);
  if (!isJsonObject(value)) return "the path leads through a value that is not an object or array";
  const member = Object.hasOwn(value, token) ? value[token] : undefined;
  if (member === undefined && (rest.length > 0 || edit.kind !== "add")) return "the path does not exist";
  const inner = rest.length > 0 ? applyEdit(member as Json, rest, edit, copy) : edit;
  if (typeof inner === "string") return inner;
  const copied = copy(value) as Record<string, Json>;
  if (!("value" in inner)) Reflect.deleteProperty(copied, token);
  // Assigning to `__proto__` would set the prototype.
  else if (token === "__proto__")
    Object.defineProperty(copied, token, { value: inner.value, enumerable: true, configurable: true, writable: true });
  else copied[token] = inner.value;
  return { value: copied };
}

function editItem(list: readonly Json[], token: string, rest: readonly string[], edit: Edit, copy: Copy): EditResult {
  const isInsert = rest.length === 0 && edit.kind === "add";
  const index = token === "-" && isInsert ? list.length : isIndex(token) ? Number(token) : Number.NaN;
  if (!(index < list.length || (isInsert && index === list.length))) return "the item does not exist";
  const inner = rest.length > 0 ? applyEdit(list[index] as Json, rest, edit, copy) : edit;
  if (typeof inner === "string") return inner;
  const copied = copy(list) as Json[];
  copied.splice(index, isInsert ? 0 : 1, ...("value" in inner ? [inner.value] : []));
  return { value: copied };
}
