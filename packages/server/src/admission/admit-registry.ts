import { hash } from "node:crypto";
import { limits, type Registry, type RegistryRange, registryRangeSchema, registrySchema } from "@assay/contract";
import { type RegistryView, rangeOf, rangesRegistry, readJson, snapshotRegistry } from "@assay/engine";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";

const sha256 = (text: string) => hash("sha256", text);
const ajv = new Ajv2020();
const isRegistry = ajv.compile<Registry>(registrySchema);
const isRange = ajv.compile<RegistryRange>(registryRangeSchema);

/** Something a registry answered, or why it is of no use. */
export type Read<Value> =
  | { readonly kind: "ok"; readonly value: Value }
  | { readonly kind: "refused"; readonly reason: string };

/** Reads a whole registry: complete, of this product, and as one revision. */
export function admitRegistry(bytes: Uint8Array, targetProduct: string): Read<RegistryView> {
  const document = read(bytes, isRegistry);
  if (document.kind === "refused") return document;
  if (document.value.targetProduct !== targetProduct) return otherProduct;
  return { kind: "ok", value: snapshotRegistry(document.value) };
}

/** Reads one range of a registry. */
export function admitRange(bytes: Uint8Array, targetProduct: string, range: string): Read<RegistryRange> {
  const document = read(bytes, isRange);
  if (document.kind === "refused") return document;
  if (document.value.targetProduct !== targetProduct) return otherProduct;
  return document.value.range === range ? document : { kind: "refused", reason: "It is another range." };
}

/** The names of the ranges in which keys are looked up. */
export function rangesOf(keys: readonly string[]): readonly string[] {
  return [...new Set(keys.map((key) => rangeOf(key, sha256)))];
}

/** A view of the ranges that were fetched. */
export function viewOf(ranges: readonly RegistryRange[], revision: string): RegistryView {
  return rangesRegistry({ revision, ranges, sha256 });
}

const otherProduct = { kind: "refused", reason: "It is the registry of another product." } as const;

function read<Value>(bytes: Uint8Array, fits: ValidateFunction<Value>): Read<Value> {
  const json = readJson(bytes, { maxDepth: limits.bodyDepth });
  if (json.kind === "unreadable") return { kind: "refused", reason: `${json.code}: ${json.message}` };
  if (!fits(json.value)) return { kind: "refused", reason: ajv.errorsText(fits.errors).slice(0, 300) };
  return { kind: "ok", value: json.value };
}
