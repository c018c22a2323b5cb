import { hash } from "node:crypto";
import type { RegistryRange } from "@assay/contract";
import { type PackedRegistry, packRegistry, type RegistryRead, readRegistry, readRegistryRange } from "@assay/engine";
import { type PackedRanges, packRanges } from "./packed-ranges.ts";

/** A document of a registry, or why it is unusable. */
export type Read<Value> =
  | { readonly kind: "ok"; readonly value: Value }
  | {
      readonly kind: "refused";
      readonly reason: string;
      /** Reading was stopped before its end. */
      readonly cutShort?: true;
    };

/** A whole registry, packed to be searched. */
export interface ReadRegistry {
  readonly packed: PackedRegistry;
  /** The same registry cut into ranges, if that was asked for. */
  readonly ranges?: PackedRanges;
}

/** Reads a whole registry of this product, and cuts it into ranges if they are to be given away. */
export function readPackedRegistry(
  bytes: Uint8Array,
  targetProduct: string,
  { withRanges = false } = {},
): Read<ReadRegistry> {
  const read = usable(readRegistry(bytes, targetProduct));
  if (read.kind === "refused") return read;
  const packed = packRegistry(read.value);
  return { kind: "ok", value: withRanges ? { packed, ranges: packRanges(read.value) } : { packed } };
}

/** Reads one range of a registry. */
export function readRange(bytes: Uint8Array, targetProduct: string, range: string): Read<RegistryRange> {
  return usable(readRegistryRange(bytes, { targetProduct, range, sha256: (text) => hash("sha256", text) }));
}

function usable<Document>(read: RegistryRead<Document>): Read<Document> {
  if (read.kind === "ok") return { kind: "ok", value: read.document };
  return read.kind === "refused" ? read : { kind: "refused", reason: `${read.code}: ${read.message}` };
}
