import type { Json, JsonObject } from "@assay/contract";

const sentence = "Tracked by the platform team since the spring of 2026, see the ticket for more.";

/** Another value that a schema accepts: what makes an unrelated property look like the one that is missing. */
export function fittingValue(schema: Json, original: Json): Json {
  const { enum: allowed, pattern, format, maxLength, maximum, type } = schema as JsonObject;
  if (Array.isArray(allowed)) return allowed.find((value) => value !== original) ?? original;
  if (typeof original === "boolean") return !original;
  if (typeof original === "number") return original + 1 > Number(maximum ?? original + 1) ? original - 1 : original + 1;
  if (typeof original !== "string" || type !== "string" || format !== undefined) return original;
  if (pattern !== undefined) return String(pattern).endsWith("(-[a-z0-9]+)*$") ? `${original}-two` : original;
  return sentence.slice(0, Number(maxLength ?? sentence.length)).trim();
}
