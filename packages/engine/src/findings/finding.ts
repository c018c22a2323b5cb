import {
  type DiagnosticCode,
  formatPointer,
  type Json,
  type MessageName,
  type Needs,
  type Severity,
  unpatchableNames,
} from "@assay/contract";

/** The rule that a finding comes from. Its strings have not been shortened yet. */
export interface RuleOrigin {
  readonly id: string;
  readonly at: string;
  readonly why?: string | undefined;
  /** Who can resolve a violation of the rule, if the spec package specifies this. */
  readonly needs?: Exclude<Needs, "product-team"> | undefined;
}

/** A change at one path that rewrites the same content in the accepted form. */
export type Change =
  | { readonly kind: "replace"; readonly value: Json }
  | { readonly kind: "rename"; readonly to: string }
  | { readonly kind: "remove" };

/** Whether fixes can change the value at a path: never the owner, nor anything under an unpatchable name. */
export function isFixable(path: readonly string[]): boolean {
  return path[0] !== "owner" && !path.some((token) => unpatchableNames.has(token));
}

/** Converts the paths of a finding to those of the same values in the submitted candidate. */
export function toSubmittedFinding(
  finding: AnyFinding,
  toSubmitted: (path: readonly string[]) => readonly string[],
  path = toSubmitted(finding.path),
): AnyFinding {
  const { path: correctedPath, covers, mentions = {} } = finding;
  const mentioned = Object.entries(mentions).map(([param, at]) => [param, formatPointer(toSubmitted(at))]);
  return {
    ...finding,
    path,
    correctedPath,
    covers: covers && toSubmitted(covers),
    params: { ...finding.params, ...Object.fromEntries(mentioned) },
  };
}

/** Whether a finding is about the name of a map entry, not about its value. `patternProperties` reports only names. */
export function isAboutName({ keyword }: AnyFinding): boolean {
  return keyword === "propertyNames" || keyword === "patternProperties";
}

/** One occurrence of one mistake. The collector groups findings, and the verdict reports each group as a diagnostic. */
export interface Finding<Code extends DiagnosticCode = DiagnosticCode> {
  readonly code: Code;
  readonly message: MessageName<Code>;
  readonly severity: Severity;
  readonly path: readonly string[];
  /** The same path with the names of misspelled properties corrected. */
  readonly correctedPath?: readonly string[] | undefined;
  /** The path of a missing property that the same finding reports. */
  readonly covers?: readonly string[] | undefined;
  /** The paths that the message names, by parameter. */
  readonly mentions?: { readonly [param: string]: readonly string[] } | undefined;
  readonly params: { readonly [name: string]: Json | undefined };
  readonly rule: RuleOrigin;
  /** The violated schema keyword, if any, and its value. */
  readonly keyword?: string | undefined;
  readonly bound?: Json | undefined;
  /** Set if only the owner can decide the value. */
  readonly needs?: "owner-decision" | undefined;
  /** The similar name or allowed value, if there is exactly one. */
  readonly didYouMean?: string | undefined;
  /** The fix for the mistake. Checks read what it writes. */
  readonly fix?: Change | undefined;
  /**
   * The properties of the object that all `oneOf` branches share. Present if the value at `path` should select the
   * branch.
   */
  readonly sharedByBranches?: readonly string[] | undefined;
  /** Findings at similar paths are grouped as one mistake only if their group keys are equal. */
  readonly groupKey?: string | undefined;
}

/** A finding with any code. Its message is one of the messages for that code. */
export type AnyFinding = { [Code in DiagnosticCode]: Finding<Code> }[DiagnosticCode];
