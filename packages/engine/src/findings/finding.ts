import type { DiagnosticCode, Json, MessageOf, Severity } from "@assay/contract";

/** The rule that a finding comes from, before its strings are cut for an answer. */
export interface RuleOrigin {
  readonly id: string;
  readonly at: string;
  readonly why?: string;
  /** Set if only the owner can decide how to meet the rule. */
  readonly needs?: "owner-decision";
  /** What messages call the value that the rule is about, if the spec package has a word for it. */
  readonly noun?: string;
}

/** Another place that explains a mistake. */
export interface Related {
  readonly path: readonly string[];
  readonly message: string;
}

/** One occurrence of one mistake; the collector groups them, and the verdict puts each group into words. */
export interface Finding<Code extends DiagnosticCode = DiagnosticCode> {
  readonly code: Code;
  readonly message: MessageOf<Code>;
  readonly severity: Severity;
  readonly path: readonly string[];
  /** The path with the right names, where properties on it are misspelled in the candidate. */
  readonly correctedPath?: readonly string[];
  readonly params: { readonly [name: string]: Json };
  readonly rule: RuleOrigin;
  readonly related?: Related;
  /** The value that other checks use instead: which of them apply depends on it. */
  readonly corrected?: Json;
  /**
   * Set if the value decides which branch of a `oneOf` applies to the object that has it: the properties beside it that every
   * branch has.
   */
  readonly outsideBranch?: readonly string[];
  /** Set if the spec package says that only the owner can give this value. */
  readonly needs?: "owner-decision";
  /** Findings at similar paths are one mistake only if this is equal too. */
  readonly groupKey?: string;
}

/** A finding of any code, with its message tied to that code. */
export type AnyFinding = { [Code in DiagnosticCode]: Finding<Code> }[DiagnosticCode];
