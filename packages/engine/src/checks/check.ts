import type { DiagnosticCode, Json, JsonObject, Rule, SpecPackage, SpecProblem } from "@assay/contract";
import type { AnyFinding, RuleOrigin } from "../findings/finding.ts";
import type { Meter } from "../meter.ts";

/** What the checks on one candidate share. */
export interface SharedContext {
  /** Normalized, and cut where an array or object was over its limit. */
  readonly candidate: Json;
  readonly meter: Meter;
  /** What the rules of one verdict share, under a key of their choice. */
  readonly shared: Map<object, unknown>;
  report(finding: AnyFinding): void;
  /** Whether an error of the schema keeps rules from reading the value at this path. */
  isUnreadable(path: readonly string[]): boolean;
  /** Whether an error was reported on the value at exactly this path, other than a misspelled name. */
  isWrong(path: readonly string[]): boolean;
  /** False while nothing has been reported that could block anything. */
  hasErrors(): boolean;
  /** Whether an error keeps the values that a pointer pattern matches from being read. */
  isBlocked(pattern: readonly string[]): boolean;
  /** Whether an error of the schema keeps something inside these values from being read. */
  isBlockedInside(pattern: readonly string[]): boolean;
  /** Whether there is an error at, above or inside a value that a pointer pattern matches. */
  hasErrorAround(pattern: readonly string[]): boolean;
  /** True where the array or object was over its limit, so that what seems to be missing may have been cut. */
  wasCut(path: readonly string[]): boolean;
}

/** What a running rule can use. */
export interface CheckContext extends SharedContext {
  /** Says that the rule was not evaluated everywhere. */
  skip(): void;
  /** The opposite of `isUnreadable`. The rule counts as skipped where it asks about a value that is not usable. */
  isUsable(path: readonly string[]): boolean;
}

/** A rule, ready to run. */
export interface CompiledRule {
  readonly origin: RuleOrigin;
  /** Patterns of the values without which it is not run. */
  readonly reads: readonly (readonly string[])[];
  /** Patterns of every path in the candidate on which its result depends. */
  readonly dependsOn: readonly (readonly string[])[];
  /** Whether its findings have fixes, so that it runs before rules that read what they write. */
  readonly hasFixes: boolean;
  /** Reports what is wrong with the candidate. */
  run(context: CheckContext): void;
}

/** What a rule may use of the spec package when it is compiled. */
export interface CheckParts {
  readonly origin: RuleOrigin;
  readonly spec: SpecPackage;
  /** The tests of the declared types, by name. */
  readonly fieldTests: FieldTests;
  /** Receives every result of an expression. Set while the rules of a package are tried. */
  readonly onTrial?: ((tried: TrialResult) => void) | undefined;
}

/** What an expression gave at one place of a candidate while its rule was tried. */
export interface TrialResult {
  readonly rule: RuleOrigin;
  readonly path: readonly string[];
  readonly failure: Failure | undefined;
  /** What each operand of `&&`, `||` and `?:` gave by itself, and whether the result of the whole depends on it. */
  readonly operands: readonly {
    readonly outcome: boolean | "error";
    readonly decides: boolean;
    readonly failure: Failure | undefined;
  }[];
}

/** Why an expression, or a part of it, could not be evaluated. */
export interface Failure {
  readonly reason: string;
  /** The problem of the rule that has the expression, at the place of the failure. */
  toProblem(message: string, advice: string): SpecProblem;
}

/** Whether a value is of a declared type. */
export type FieldTest = (value: Json, meter: Meter) => boolean;
export type FieldTests = ReadonlyMap<string, FieldTest>;

/** What a check says about itself to product teams: its entry in the reference. */
export interface CheckDocs<R extends Rule> {
  /** Markdown. It explains every property that a rule with this check has of its own. */
  readonly description: string;
  readonly example: CheckExample<R>;
}

/**
 * A rule with what it accepts and refuses: merge patches (RFC 7396) over the candidate
 * `cases/candidates/loyalty-card.json`, for Datamint 1.0.0 with this rule as its only one. A test applies them.
 */
interface CheckExample<R extends Rule> {
  readonly rule: R;
  readonly accepted: JsonObject;
  readonly refused: JsonObject;
  /** The only code that `refused` gets. */
  readonly code: DiagnosticCode;
  /** Where it is reported: tests of a spec package need the path, too. */
  readonly path: string;
}

/** One kind of rule that the engine knows. */
export interface Check<R extends Rule> {
  /** What is wrong with the rule itself; `path` leads to it in the spec package. */
  lint(rule: R, spec: SpecPackage, path: readonly string[]): readonly SpecProblem[];
  /** What compiling the rule costs, if it costs more than reading it: nodes of its expression, and its patterns. */
  listParts?(rule: R): RuleParts;
  compile(rule: R, parts: CheckParts): Omit<CompiledRule, "origin" | "hasFixes">;
}

/** The parts of a rule that take memory and time when it is compiled. */
interface RuleParts {
  readonly nodes: number;
  /** Regular expressions, in RE2's syntax. */
  readonly patterns: readonly string[];
}

/** The checks of an engine: all but CEL are always there. */
export type Checks = { readonly [Name in Exclude<Rule["check"], "cel">]: Check<RuleFor<Name>> } & {
  readonly cel?: Check<RuleFor<"cel">> | undefined;
};

/** The rules that use one kind of check. */
export type RuleFor<Name extends Rule["check"]> = Extract<Rule, { readonly check: Name }>;
