import type { Json, JsonObject } from "@assay/contract";
import { isObject, member } from "../json/json.ts";

/** The member whose `const` tells the branches of a `oneOf` apart, when there is one. */
export function discriminatorOf(schema: JsonObject): string | undefined {
  const branches = member(schema, "oneOf");
  if (!Array.isArray(branches)) return undefined;
  const [head] = branches;
  const properties = isObject(head) ? member(head, "properties") : undefined;
  if (!isObject(properties)) return undefined;
  return Object.keys(properties).find((name) => {
    const tags = branches.map((branch) => tagOf(branch, name));
    // Ajv keeps the tags as members of a plain object, which already has `toString` and `__proto__`.
    return tags.every((tag) => tag !== undefined && !(tag in {})) && new Set(tags).size === tags.length;
  });
}

function tagOf(branch: Json, name: string): string | undefined {
  if (!isObject(branch) || member(branch, "type") !== "object") return undefined;
  const required = member(branch, "required");
  const properties = member(branch, "properties");
  if (!Array.isArray(required) || !required.includes(name) || !isObject(properties)) return undefined;
  const property = member(properties, name);
  const tag = isObject(property) ? member(property, "const") : undefined;
  return typeof tag === "string" ? tag : undefined;
}
