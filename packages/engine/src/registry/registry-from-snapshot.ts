import type { Registry } from "@assay/contract";
import { comparisonKey, lookalikeKey } from "./comparison-key.ts";
import { free, pending, type RegistryAnswer, type RegistryView } from "./registry-view.ts";

/** A view of the whole registry. */
export function registryFromSnapshot(registry: Pick<Registry, "revision" | "entries" | "pending">): RegistryView {
  const answers = new Map<string, RegistryAnswer>();
  const lookalikes = new Map<string, string>();
  for (const { id } of registry.pending) answers.set(comparisonKey(id), pending);
  for (const { id, state } of registry.entries) {
    answers.set(comparisonKey(id), { kind: "taken", state });
    const lookalike = lookalikeKey(id);
    if (!lookalikes.has(lookalike)) lookalikes.set(lookalike, id);
  }
  return {
    revision: registry.revision,
    find: (key) => answers.get(key) ?? free,
    similar: (key) => lookalikes.get(key),
  };
}
