import type { Json, JsonObject } from "@assay/contract";

/** The JSON types, as messages name them. */
export type JsonType = "null" | "boolean" | "number" | "string" | "array" | "object";

export const everyType: readonly JsonType[] = ["null", "boolean", "number", "string", "array", "object"];

/** A value for each JSON type. */
export type ByType<Value> = { readonly [type in JsonType]: Value };

export { isJsonObject as isObject } from "@assay/contract";

/** Whether a JSON value is an array. Unlike `Array.isArray`, it narrows the type in both branches. */
export function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

/** Whether a JSON value is an array or an object. */
export function isContainer(value: Json): value is readonly Json[] | JsonObject {
  return typeof value === "object" && value !== null;
}

/** Reads an own member of an object, never an inherited member: `__proto__` and `constructor` are ordinary names. */
export function readMember(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

// A `for in` loop that calls `hasOwnProperty` through a constant takes half as long as Object.keys.
export const { hasOwnProperty: ownsMember } = Object.prototype;

/** Counts the members of an object. */
export function countMembers(object: object): number {
  let count = 0;
  for (const name in object) if (ownsMember.call(object, name)) count += 1;
  return count;
}

/** Sets an own member of an object under construction, whatever its name. */
export function setMember(object: Record<string, Json>, name: string, value: Json): void {
  if (name === "__proto__") {
    // An assignment would set the prototype.
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  } else {
    object[name] = value;
  }
}

/** Changes the items or members at these tokens, by default all. Copies the array or object only if one changes. */
export function changeInside(
  container: readonly Json[] | JsonObject,
  change: (token: string, value: Json) => Json,
  tokens: readonly string[] = Object.keys(container),
): Json {
  let changed: Map<string, Json> | undefined;
  for (const token of tokens) {
    const value = (container as JsonObject)[token] as Json;
    const after = change(token, value);
    if (after === value) continue;
    changed ??= new Map(Object.entries(container));
    changed.set(token, after);
  }
  if (!changed) return container;
  return isArray(container) ? [...changed.values()] : Object.fromEntries(changed);
}

/** Names the type of a JSON value. */
export function toJsonType(value: Json): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value as "boolean" | "number" | "string" | "object";
}

/** Selects a choice by the JSON type of a value. This is faster than looking it up by type name. */
export function selectByType<Choice>(value: Json, choices: ByType<Choice>): Choice {
  if (typeof value === "string") return choices.string;
  if (typeof value === "number") return choices.number;
  if (typeof value === "boolean") return choices.boolean;
  if (value === null) return choices.null;
  return Array.isArray(value) ? choices.array : choices.object;
}

/** Whether a value has a JSON Schema type. */
export function hasType(value: Json, type: Json): boolean {
  return type === "integer" ? Number.isInteger(value) : toJsonType(value) === type;
}
