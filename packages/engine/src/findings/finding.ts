import {
  type DiagnosticCode,
  type Json,
  type MessageName,
  type Needs,
  type Severity,
  unpatchableNames,
} from "@assay/contract";

/** The rule that a finding comes from, before its strings are cut for an answer. */
export interface RuleOrigin {
  readonly id: string;
  readonly at: string;
  readonly why?: string | undefined;
  /** Who can meet the rule, if the spec package says so. */
  readonly needs?: "ask" | "owner-decision" | undefined;
}

/** A change at one place after which it says the same in the accepted form. */
export type Change =
  | { readonly kind: "replace"; readonly value: Json }
  | { readonly kind: "rename"; readonly to: string }
  | { readonly kind: "remove" };

/** Whether a fix may change what is at a path: never the owner, and nothing under a name that patches may not use. */
export function isFixable(path: readonly string[]): boolean {
  return path[0] !== "owner" && !path.some((token) => unpatchableNames.has(token));
}

/** One occurrence of one mistake; the collector groups them, and the verdict puts each group into words. */
export interface Finding<Code extends DiagnosticCode = DiagnosticCode> {
  readonly code: Code;
  readonly message: MessageName<Code>;
  readonly severity: Severity;
  readonly path: readonly string[];
  /** The path with the right names, where properties on it are misspelled in the candidate. */
  readonly correctedPath?: readonly string[] | undefined;
  readonly params: { readonly [name: string]: Json | undefined };
  readonly rule: RuleOrigin;
  /** The keyword of the schema that is violated, if one is. */
  readonly keyword?: string | undefined;
  /** Who can act, if not whom the code names. */
  readonly needs?: Needs | undefined;
  /** The only known name or allowed value that is near. */
  readonly didYouMean?: string | undefined;
  /** Rules, and what is under a name, are checked as if it were made. */
  readonly fix?: Change | undefined;
  /**
   * Set if the value decides which branch of a `oneOf` applies to the object that has it: the properties beside it that every
   * branch has.
   */
  readonly outsideBranch?: readonly string[] | undefined;
  /** Findings at similar paths are one mistake only if this is equal too. */
  readonly groupKey?: string | undefined;
}

/** A finding of any code, with its message tied to that code. */
export type AnyFinding = { [Code in DiagnosticCode]: Finding<Code> }[DiagnosticCode];
