import { formats, type Json, type JsonObject, schemaProfile, unsupportedKeywords } from "@assay/contract";
import { didYouMean } from "../findings/did-you-mean.ts";
import { isObject, member } from "../json/json.ts";
import { quoted } from "../text/outside-text.ts";
import { shown } from "../text/render-message.ts";

/** What to write instead of a keyword of a schema that the profile does not have. */
export function keywordAdvice(name: string, schema: JsonObject): string {
  const value = member(schema, name);
  if (name === "nullable") {
    const type = member(schema, "type");
    if (value === false) return "Remove it.";
    if (typeof type !== "string") return unsupportedKeywords.get(name) ?? "";
    return `Remove it, and write "type": [${quoted(type)}, "null"].`;
  }
  if (name === "additionalItems" && !Array.isArray(member(schema, "items"))) return "Remove it: it has no effect here.";
  const known = Object.keys(schemaProfile.properties);
  return unsupportedKeywords.get(name) ?? didYouMean(name, known) ?? "Remove it.";
}

/** What to write instead of a value of `items` or of a limit that older versions of JSON Schema have. */
export function draftAdvice(keyword: string | undefined, value: Json, schema: Json | undefined): string | undefined {
  if (!isObject(schema)) return undefined;
  if (keyword === "items" && Array.isArray(value)) {
    // Older versions accept any items after these, unless a maximum says otherwise.
    const isFull = Number(member(schema, "maxItems")) <= value.length;
    const added = isFull ? 'add "items": false' : 'add "items": false, or a schema for the items after these';
    const rest = Object.hasOwn(schema, "additionalItems") ? '"additionalItems" to "items"' : added;
    return `Rename it to "prefixItems", and ${rest}.`;
  }
  const limit = keyword === "exclusiveMinimum" ? "minimum" : "maximum";
  if (!keyword?.startsWith("exclusive") || typeof value !== "boolean") return undefined;
  const bound = member(schema, limit);
  if (!value || typeof bound !== "number") return "Remove it.";
  return `Write ${bound} here, and remove ${quoted(limit)}.`;
}

// Of OpenAPI: they say how large a number is, or how a string is shown.
const hints = new Set([
  "int32",
  "int64",
  "uint32",
  "uint64",
  "float",
  "double",
  "decimal",
  "password",
  "byte",
  "binary",
]);

/** What to write instead of a format that is not checked. */
export function formatAdvice(format: Json | undefined): string {
  if (typeof format === "string" && hints.has(format)) return "Remove it.";
  const near = typeof format === "string" ? didYouMean(format, formats) : undefined;
  return near ?? `Remove it, or use one of ${formats.map((name) => shown(name)).join(", ")}.`;
}
