import type { DiagnosticCode, Json, MessageOf, Severity } from "@assay/contract";

/** The rule that a finding comes from, before its texts are cut. */
export interface RuleOrigin {
  readonly id: string;
  readonly at: string;
  readonly why?: string;
}

/** One occurrence of one mistake, still in raw form; the collector groups them, the verdict puts them into words. */
export interface Finding<Code extends DiagnosticCode = DiagnosticCode> {
  readonly code: Code;
  readonly message: MessageOf<Code>;
  readonly severity: Severity;
  readonly path: readonly string[];
  /** The same place under the names that were meant, where the candidate has it under another. */
  readonly correctedPath?: readonly string[];
  readonly params: { readonly [name: string]: Json };
  readonly rule: RuleOrigin;
  readonly related?: { readonly path: readonly string[]; readonly message: string };
  /** Findings at like places are the same mistake only when this is equal too. */
  readonly groupKey?: string;
}

/** A finding of any code, with its message tied to that code. */
export type AnyFinding = { [Code in DiagnosticCode]: Finding<Code> }[DiagnosticCode];
