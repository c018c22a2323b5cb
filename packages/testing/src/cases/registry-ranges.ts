import type { Registry, RegistryRange } from "@assay/contract";
import { sha256 } from "../sha256.ts";

/** The ranges of a registry that hold the given keys (comparison keys, or hashes of them), empty ones included. */
export function registryRanges(registry: Registry, keys: readonly string[]): RegistryRange[] {
  const wanted = new Set(keys.map((key) => (/^[0-9a-f]{64}$/.test(key) ? key : sha256(key)).slice(0, 5)));
  const entries = registry.entries.map(({ id, state }) => ({ key: hashed(id), state }));
  const pending = registry.pending.map(({ id }) => ({ key: hashed(id) }));
  return [...wanted].map((range) => ({
    format: "generator-registry/v1",
    targetProduct: registry.targetProduct,
    revision: registry.revision,
    range,
    complete: true,
    entries: entries.filter(({ key }) => key.startsWith(range)),
    pending: pending.filter(({ key }) => key.startsWith(range)),
  }));
}

// Written out once more, so that a mistake in the engine's own key does not hide itself.
function hashed(id: string): string {
  return sha256(id.replace(/[-_.]/g, "").replace(/[A-Z]/g, (letter) => letter.toLowerCase()));
}
