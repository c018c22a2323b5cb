import { isJsonObject, type Json, type JsonObject } from "./json.ts";
import { parseReference, valueAt } from "./json-pointer.ts";

/**
 * Returns a part of an OpenAPI document in which each `$ref` into the document is replaced with its target. Use it for
 * tools that do not resolve references, such as tools that turn operations into functions for agents.
 *
 * @example
 * const { paths } = inlineReferences(openapi, openapi);
 */
export function inlineReferences<Part extends Json>(part: Part, document: JsonObject): Part {
  return inlineValue(part, document, []) as Part;
}

function inlineValue(part: Json, document: JsonObject, ancestors: readonly string[]): Json {
  if (typeof part !== "object" || part === null) return part;
  if (Array.isArray(part)) return part.map((item) => inlineValue(item, document, ancestors));
  const { $ref, ...members } = part as JsonObject;
  const rest = Object.entries(members).map(([name, value]) => [name, inlineValue(value, document, ancestors)] as const);
  if (typeof $ref !== "string") return Object.fromEntries(rest);
  if (ancestors.includes($ref)) throw new Error(`${$ref} refers to itself, so it cannot be inlined.`);
  const target = inlineValue(resolveTarget($ref, document), document, [...ancestors, $ref]);
  return { ...(target as JsonObject), ...Object.fromEntries(rest) };
}

function resolveTarget($ref: string, document: JsonObject): JsonObject {
  const path = parseReference($ref);
  const target = path?.length ? valueAt(document, path) : undefined;
  if (!isJsonObject(target)) throw new Error(`${$ref} does not refer to an object in the document.`);
  return target;
}
