import type { PatchOperation } from "../documents/diagnostic.ts";
import { isJsonObject, type Json, type JsonObject } from "./json.ts";
import { isIndex, parsePointer } from "./json-pointer.ts";
import { valueAt } from "./value-at.ts";

/** A value with a patch applied, or the operation that could not be and why. */
export type PatchedJson =
  | { readonly kind: "ok"; readonly value: Json }
  | { readonly kind: "refused"; readonly operation: number; readonly reason: string };

/** How a patch is applied. */
export interface PatchJsonOptions {
  /** Whether a path may contain `__proto__`, `constructor` and `prototype`. Default: false. */
  readonly anyName?: boolean;
  /** Called with each array and object that is about to be copied. */
  readonly onCopy?: (container: readonly Json[] | JsonObject) => void;
}

/**
 * Applies a JSON Patch (RFC 6902; test, add, replace, remove, move) to a copy: all of it, or nothing. The input is never
 * changed; the result shares with it what the patch does not touch.
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
  // The type asks for an array of operations; the wire may bring anything.
  if (!Array.isArray(patch)) return { kind: "refused", operation: 0, reason: "the patch is not an array" };
  let value = document;
  const copies = createCopies(options);
  for (const [index, operation] of (patch as readonly PatchOperation[]).entries()) {
    const next = isJsonObject(operation)
      ? applyOperation(value, operation, options, copies)
      : "the operation is not an object";
    if (typeof next === "string") return { kind: "refused", operation: index, reason: next };
    ({ value } = next);
  }
  return { kind: "ok", value };
}

type Changed = { readonly value: Json } | string;

function applyOperation(document: Json, operation: PatchOperation, options: PatchJsonOptions, copies: Copies): Changed {
  const path = readPath(operation.path, options);
  if (typeof path === "string") return path;
  const hasValue = operation.op === "test" || operation.op === "add" || operation.op === "replace";
  if (hasValue && operation.value === undefined) return "the operation has no value";
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
      const from = readPath(operation.from, options);
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

// A patch may come from the wire; other implementations that apply it must not reach a prototype through it.
const forbidden = new Set(["__proto__", "constructor", "prototype"]);

function readPath(pointer: unknown, { anyName = false }: PatchJsonOptions): readonly string[] | string {
  const path = typeof pointer === "string" ? parsePointer(pointer) : undefined;
  if (!path) return "the path is not a JSON Pointer";
  const isForbidden = !anyName && path.some((token) => forbidden.has(token));
  return isForbidden ? "the path contains a name that patches may not use" : path;
}

type Edit = { readonly kind: "add" | "replace"; readonly value: Json } | { readonly kind: "remove" };

/** Copies of arrays and objects, which the patch may change: each is copied once, however often the patch changes it. */
interface Copies {
  ofList(list: readonly Json[]): Json[];
  ofObject(object: JsonObject): Record<string, Json>;
}

function createCopies({ onCopy }: PatchJsonOptions): Copies {
  const ours = new Set<unknown>();
  const copyOnce = <Container extends readonly Json[] | JsonObject>(container: Container, copied: () => Container) => {
    if (ours.has(container)) return container;
    onCopy?.(container);
    const copy = copied();
    ours.add(copy);
    return copy;
  };
  return {
    ofList: (list) => copyOnce(list, () => [...list]) as Json[],
    // Spreading keeps a member called __proto__.
    ofObject: (object) => copyOnce(object, () => ({ ...object })) as Record<string, Json>,
  };
}

// Copies the containers on the path, and shares everything else with the input.
function change(value: Json, [token, ...rest]: readonly string[], edit: Edit, copies: Copies): Changed {
  if (token === undefined)
    return edit.kind === "remove" ? "the whole candidate cannot be removed" : { value: edit.value };
  if (Array.isArray(value)) return changeItem(value, token, rest, edit, copies);
  if (!isJsonObject(value)) return "the path leads through a value that is not an object or array";
  const before = Object.hasOwn(value, token) ? value[token] : undefined;
  if (before === undefined && (rest.length > 0 || edit.kind !== "add")) return "the path does not exist";
  const inner = rest.length > 0 ? change(before as Json, rest, edit, copies) : edit;
  if (typeof inner === "string") return inner;
  const copy = copies.ofObject(value);
  if (!("value" in inner)) Reflect.deleteProperty(copy, token);
  // An assignment would set the prototype.
  else if (token === "__proto__")
    Object.defineProperty(copy, token, { value: inner.value, enumerable: true, configurable: true, writable: true });
  else copy[token] = inner.value;
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
  const index = token === "-" && adds ? list.length : isIndex(token) ? Number(token) : Number.NaN;
  if (!(index < list.length || (adds && index === list.length))) return "the item does not exist";
  const inner = rest.length > 0 ? change(list[index] as Json, rest, edit, copies) : edit;
  if (typeof inner === "string") return inner;
  const copy = copies.ofList(list);
  copy.splice(index, adds ? 0 : 1, ...("value" in inner ? [inner.value] : []));
  return { value: copy };
}

// Members may be in any order.
function isSameJson(one: Json, other: Json): boolean {
  if (one === other) return true;
  if (Array.isArray(one)) {
    if (!Array.isArray(other) || one.length !== other.length) return false;
    return one.every((item, index) => isSameJson(item, other[index] as Json));
  }
  if (!isJsonObject(one) || !isJsonObject(other)) return false;
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  return names.every((name) => Object.hasOwn(other, name) && isSameJson(one[name] as Json, other[name] as Json));
}
