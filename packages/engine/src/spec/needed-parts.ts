import type { Json } from "@assay/contract";
import { isObject } from "../json/json.ts";

/** The parts of the engine that are loaded only for packages that use them. */
export interface NeededParts {
  readonly cel: boolean;
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
  return { cel: Array.isArray(rules) && rules.some((rule) => member(rule, "check") === "cel") };
}

function member(value: Json, name: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
