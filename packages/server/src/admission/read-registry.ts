import { limits, type Registry, type RegistryRange, registryRangeSchema, registrySchema } from "@assay/contract";
import { lookalikeKey, type PackedRegistry, packRegistry, quoted, readJson } from "@assay/engine";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { type PackedRanges, packRanges } from "./packed-ranges.ts";
import { rangesOf } from "./registry-view.ts";

const ajv = new Ajv2020();
let isRegistry: ValidateFunction<Registry> | undefined;
let isRange: ValidateFunction<RegistryRange> | undefined;

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
export function readRegistry(
  bytes: Uint8Array,
  targetProduct: string,
  { withRanges = false } = {},
): Read<ReadRegistry> {
  isRegistry ??= ajv.compile<Registry>(registrySchema);
  const document = read(bytes, isRegistry);
  if (document.kind === "refused") return document;
  // A range has the properties of a registry, but almost none of its ids.
  if ("range" in document.value) return { kind: "refused", reason: "expected a whole registry, found a range of one" };
  const other = differs("the registry of", targetProduct, document.value.targetProduct);
  if (other) return other;
  const packed = packRegistry(document.value);
  return { kind: "ok", value: withRanges ? { packed, ranges: packRanges(document.value) } : { packed } };
}

/** Reads one range of a registry. */
export function readRange(bytes: Uint8Array, targetProduct: string, range: string): Read<RegistryRange> {
  isRange ??= ajv.compile<RegistryRange>(registryRangeSchema);
  const document = read(bytes, isRange);
  if (document.kind === "refused") return document;
  const { value } = document;
  return (
    differs("the registry of", targetProduct, value.targetProduct) ??
    differs("range", range, value.range) ??
    misplaced(value) ??
    document
  );
}

// A registry that is cut in another way has its ids in other ranges: taken ids would look free.
function misplaced({ range, entries, pending }: RegistryRange) {
  for (const { id } of [...entries, ...pending]) {
    const [own = ""] = rangesOf([lookalikeKey(id)]);
    if (own !== range) return { kind: "refused", reason: `${quoted(id)} belongs to range ${quoted(own)}` } as const;
  }
  return undefined;
}

function differs(what: string, expected: string, found: string) {
  if (found === expected) return undefined;
  return { kind: "refused", reason: `expected ${what} ${quoted(expected)}, found ${quoted(found)}` } as const;
}

function read<Value>(bytes: Uint8Array, fits: ValidateFunction<Value>): Read<Value> {
  const json = readJson(bytes, { maxDepth: limits.bodyDepth });
  if (json.kind === "unreadable") return { kind: "refused", reason: `${json.code}: ${json.message}` };
  if (!fits(json.value)) return { kind: "refused", reason: ajv.errorsText(fits.errors).slice(0, 300) };
  return { kind: "ok", value: json.value };
}
