import { isJsonObject, type Json } from "@assay/contract";

/** Applies a JSON Merge Patch (RFC 7396). */
export function mergePatch(target: Json, patch: Json): Json {
  if (!isJsonObject(patch)) return patch;
  const merged = new Map(Object.entries(isJsonObject(target) ? target : {}));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name) ?? null, value));
  }
  return Object.fromEntries(merged);
}
