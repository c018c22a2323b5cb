import type { Json } from "@assay/contract";
import { isObject } from "../json/json.ts";

/** The parts of the engine that are loaded only for packages that use them. */
export interface NeededParts {
  readonly cel: boolean;
  readonly idn: boolean;
}

/**
 * What a spec package needs of the engine, for those who load the parts only when they are needed. The package need not be
 * a valid one.
 *
 * @example
 * const { cel } = neededParts(document);
 * const engine = createEngine({ sha256, cel: cel ? (await import("@assay/engine/cel")).cel : undefined });
 */
export function neededParts(specPackage: Json): NeededParts {
  const rules = member(specPackage, "rules");
  return {
    cel: Array.isArray(rules) && rules.some((rule) => member(rule, "check") === "cel"),
    idn: hasIdnFormat(specPackage),
  };
}

const idnFormats: ReadonlySet<unknown> = new Set(["hostname", "idn-hostname", "idn-email"]);

// Looks everywhere, not only in schemas: at worst the part is loaded and not used.
function hasIdnFormat(value: Json): boolean {
  if (typeof value !== "object" || value === null) return false;
  return idnFormats.has(member(value, "format")) || Object.values(value).some(hasIdnFormat);
}

function member(value: Json, name: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
