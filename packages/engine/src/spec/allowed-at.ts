import { closedLists, type Json, type SpecPackage } from "@assay/contract";
import { pathKey } from "../json/pointer.ts";

/** The only values that the rules of a spec package accept where a pointer pattern leads; undefined if they accept others. */
export type AllowedAt = (pattern: readonly string[]) => readonly Json[] | undefined;

/** Collects the closed lists of values in the rules of a spec package, besides those in its schema. */
export function createAllowedAt(spec: SpecPackage): AllowedAt {
  const lists = new Map(closedLists(spec).map(({ pattern, values }) => [pathKey(pattern), values]));
  return (pattern) => lists.get(pathKey(pattern));
}
