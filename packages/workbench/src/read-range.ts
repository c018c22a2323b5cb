// The reader of registries loads with the first range: a draft is shown without it.
import { limits, type RegistryRange } from "@assay/contract";
import { readRegistryRange } from "@assay/engine";

/** Reads a range as the service sends it; nothing if it is not the one that was asked for. Its ids were checked there. */
export function readRange(bytes: Uint8Array, targetProduct: string, range: string): RegistryRange | undefined {
  if (bytes.length > limits.registry.rangeBytes) return undefined;
  const read = readRegistryRange(bytes, { targetProduct, range });
  return read.kind === "ok" ? read.document : undefined;
}
