import type { SpecPackage } from "@assay/contract";
import { candidateSchemaOf } from "../shared/candidate-schema.ts";

/** A spec package for the author of a candidate: every rule, and one accepted example instead of the tests. */
export interface SpecOutline extends Omit<SpecPackage, "tests"> {
  /** The candidate of the first test that expects no error, without its owner. */
  readonly acceptedExample?: object;
}

/** Leaves out the tests, which are most of a package, and lists allowed values in the schema. */
export function specOutline(document: SpecPackage): SpecOutline {
  const { tests, ...published } = document;
  const rules = { ...published, candidateSchema: candidateSchemaOf(document) };
  const accepted = tests.find(({ expect }) => expect.length === 0)?.candidate;
  if (typeof accepted !== "object" || accepted === null) return rules;
  // Who owns a proposal is a fact. An example of it would be copied.
  const { owner: _, ...acceptedExample } = accepted as { readonly owner?: unknown };
  return { ...rules, acceptedExample };
}
