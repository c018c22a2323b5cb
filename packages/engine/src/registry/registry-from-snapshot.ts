import { type ComparisonKey, comparisonKey, type LookalikeKey, lookalikeKey } from "./comparison-key.ts";
import { checkRegistryDocument, type RegistryDocument } from "./registry-document.ts";
import { free, pending, type RegistryAnswer, type RegistryView } from "./registry-view.ts";

/**
 * A view of the whole registry.
 *
 * @example
 * const registry = registryFromSnapshot({ revision: "1", entries: [{ id: "person-basic", state: "active" }], pending: [] });
 */
export function registryFromSnapshot(registry: RegistryDocument): RegistryView {
  checkRegistryDocument(registry);
  const answers = new Map<ComparisonKey, RegistryAnswer>();
  const lookalikes = new Map<LookalikeKey, string>();
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
