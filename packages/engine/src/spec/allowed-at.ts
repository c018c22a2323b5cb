import type { Json, SpecPackage } from "@assay/contract";
import { pathKey } from "../json/pointer.ts";
import { parsePattern } from "../json/pointer-pattern.ts";

/** The only values that the rules of a spec package accept where a pointer pattern leads; undefined if they accept others. */
export type AllowedAt = (pattern: readonly string[]) => readonly Json[] | undefined;

/** Collects the closed lists of values in the rules of a spec package, besides those in its schema. */
export function createAllowedAt({ owner, rules = [] }: SpecPackage): AllowedAt {
  const lists = new Map<string, readonly Json[]>([[pathKey(["owner", "kind"]), owner.kinds]]);
  for (const rule of rules) {
    if (rule.check !== "allowed-values" || (rule.severity ?? "error") !== "error") continue;
    lists.set(pathKey(parsePattern(rule.at)), rule.values);
  }
  return (pattern) => lists.get(pathKey(pattern));
}
