import type { Json } from "@assay/contract";
import type { Domain } from "../../candidates/domains.ts";

/** The kinds of traps: what looks as if it could be repaired, and cannot without knowing what the author meant. */
export const trapKinds = [
  "forgotten and unrelated",
  "forgotten, and a name that the rule matches",
  "unrelated while an optional property is absent",
  "unrelated, nothing absent",
  "undeclared sample field",
  "misspelled in every sample",
  "synonym",
  "swapped pair",
  "wrapper",
  "map key",
  "list in a string",
  "owner look-alike",
  "pattern",
] as const;

export type TrapKind = (typeof trapKinds)[number];

/** What a repair may make of a draft: what its author meant, or nothing because nobody can know, or only its owner may say. */
type Truth = { readonly meant: Json } | "cannot be known" | "left to the owner";

/** A broken candidate. */
export interface Draft {
  readonly candidate: Json;
  readonly truth: Truth;
}

/** A draft in which a repair is likely to be wrong. */
export interface Trap extends Draft {
  readonly kind: TrapKind;
  readonly domain: Domain;
  /** A draft in which the same kind of repair is right; an owner's is recognized, and left to a person. */
  readonly twin: Draft;
}
