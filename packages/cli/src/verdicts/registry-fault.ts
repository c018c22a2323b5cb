import type { Json } from "@assay/contract";
import { printable } from "../text/printable.ts";

/** Why a document is not the whole registry of a product; nothing if it is. Its end completes a sentence. */
export function registryFault(value: Json, targetProduct: string): string | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "it must be an object.";
  const registry = value as { readonly [name: string]: Json };
  if ("range" in registry) return "it is one range of a registry. Save the whole registry.";
  if (registry.complete === false) return "it is not complete, so that taken ids would look free.";
  if (typeof registry.revision !== "string") return "it has no `revision`.";
  if (registry.targetProduct !== undefined && registry.targetProduct !== targetProduct)
    return `it is for ${printable(JSON.stringify(registry.targetProduct))}.`;
  const isList = (list: Json | undefined) =>
    Array.isArray(list) &&
    list.every((entry) => typeof entry === "object" && entry !== null && "id" in entry && typeof entry.id === "string");
  if (!isList(registry.entries)) return "`entries` must be an array of objects with an `id`.";
  return isList(registry.pending) ? undefined : "`pending` must be an array of objects with an `id`.";
}
