import { limits, type Registry, type RegistryRange, registryRangeSchema, registrySchema } from "@assay/contract";
import { type PackedRegistry, packRegistry, readJson } from "@assay/engine";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";

const ajv = new Ajv2020();
let isRegistry: ValidateFunction<Registry> | undefined;
let isRange: ValidateFunction<RegistryRange> | undefined;

/** Something a registry answered, or why it is of no use. */
export type Read<Value> =
  | { readonly kind: "ok"; readonly value: Value }
  | { readonly kind: "refused"; readonly reason: string };

/** Reads a whole registry: complete, of this product, one revision. */
export function packRegistryDocument(bytes: Uint8Array, targetProduct: string): Read<PackedRegistry> {
  isRegistry ??= ajv.compile<Registry>(registrySchema);
  const document = read(bytes, isRegistry);
  if (document.kind === "refused") return document;
  if (document.value.targetProduct !== targetProduct) return otherProduct;
  return { kind: "ok", value: packRegistry(document.value) };
}

/** Reads one range of a registry. */
export function readRange(bytes: Uint8Array, targetProduct: string, range: string): Read<RegistryRange> {
  isRange ??= ajv.compile<RegistryRange>(registryRangeSchema);
  const document = read(bytes, isRange);
  if (document.kind === "refused") return document;
  if (document.value.targetProduct !== targetProduct) return otherProduct;
  return document.value.range === range ? document : { kind: "refused", reason: "it is another range" };
}

const otherProduct = { kind: "refused", reason: "it is the registry of another product" } as const;

function read<Value>(bytes: Uint8Array, fits: ValidateFunction<Value>): Read<Value> {
  const json = readJson(bytes, { maxDepth: limits.bodyDepth });
  if (json.kind === "unreadable") return { kind: "refused", reason: `${json.code}: ${json.message}` };
  if (!fits(json.value)) return { kind: "refused", reason: ajv.errorsText(fits.errors).slice(0, 300) };
  return { kind: "ok", value: json.value };
}
