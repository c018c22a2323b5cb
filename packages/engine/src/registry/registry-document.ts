import type { Registry } from "@assay/contract";
import { isObject } from "../json/json.ts";
import { kindOf, wrongArgument } from "../wrong-argument.ts";

/** The members of a registry document that a view is made of. */
export type RegistryDocument = Pick<Registry, "revision" | "entries" | "pending">;

/** Refuses anything but a registry document. Its entries are read later, one by one. */
export function checkRegistryDocument(registry: unknown): asserts registry is RegistryDocument {
  const found = kindOf(registry);
  if (!isObject(registry)) {
    const remedy = "Pass an object with `revision`, `entries` and `pending`.";
    throw wrongArgument({ argument: "registry", expected: "a registry document", found, remedy });
  }
  if ("range" in registry) {
    const remedy = "Pass ranges to registryFromRanges.";
    throw wrongArgument({ argument: "registry", expected: "a whole registry", found: "a range of one", remedy });
  }
  checkArray(registry.entries, "registry.entries", "Pass an empty array if no id is taken.");
  checkArray(registry.pending, "registry.pending", "Pass an empty array if no proposal is open.");
}

/** Refuses anything but an array. */
export function checkArray(value: unknown, argument: string, remedy: string): asserts value is readonly unknown[] {
  if (!Array.isArray(value)) throw wrongArgument({ argument, expected: "an array", found: kindOf(value), remedy });
}
