import type { Registry, RegistryRange } from "@assay/contract";
import { sha256 } from "../sha256.ts";

/** The ranges of a registry that hold the given lookalike keys, empty ones included. */
export function registryRanges(registry: Registry, keys: readonly string[]): RegistryRange[] {
  return [...new Set(keys.map(nameOf))].map((range) => registryRange(registry, range));
}

/** The range of a registry with this name. */
export function registryRange(registry: Registry, range: string): RegistryRange {
  const isInRange = ({ id }: { readonly id: string }) => nameOf(lookalikeKeyOf(id)) === range;
  return {
    format: "generator-registry/v1",
    targetProduct: registry.targetProduct,
    revision: registry.revision,
    range,
    complete: true,
    entries: registry.entries.filter(isInRange),
    pending: registry.pending.filter(isInRange),
  };
}

function nameOf(key: string): string {
  return sha256(key).slice(0, 5);
}

// Written out once more, so that a mistake in the engine's own key does not hide itself.
function lookalikeKeyOf(id: string): string {
  const plain = id.replace(/[-_.]/g, "").replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return plain
    .split("rn")
    .join("m")
    .split("vv")
    .join("w")
    .replaceAll("0", "o")
    .replaceAll("1", "l")
    .replaceAll("i", "l");
}
