import type { Json, JsonObject, Rule, SpecPackage, SpecProblem } from "@assay/contract";
import type { AnyFinding, RuleOrigin } from "../findings/finding.ts";
import type { Meter } from "../meter.ts";
import type { Match } from "../names/match-names.ts";
import type { RegistryAnswer } from "../registry/registry-view.ts";
import type { Part, Place } from "../schema/place.ts";

/** The candidate, and what is already known about it; shared by all checks of one verdict. */
export interface SharedContext {
  /** Normalized, and cut where an array or object exceeded its limit. */
  readonly candidate: Json;
  readonly meter: Meter;
  /** Lets rules share values within one verdict, each under a key that the rule chooses. */
  readonly shared: Map<object, unknown>;
  report(finding: AnyFinding): void;
  /** Looks up an id in the registry, compared as the spec package compares ids. */
  lookUp(id: string): RegistryAnswer;
  /** Whether a schema error prevents rules from reading the value at this path. */
  isUnreadable(path: readonly string[]): boolean;
  /** Whether an error without a fix, other than `check.failed`, was reported at exactly this path. */
  hasError(path: readonly string[]): boolean;
  /** Whether any error has been reported. Without one, nothing is unreadable or blocked. */
  hasErrors(): boolean;
  /** Whether an error or a cut prevents rules from reading a value that a pointer pattern matches. */
  isBlocked(pattern: readonly string[]): boolean;
  /** Whether a schema error prevents rules from reading something inside a value that the pattern matches. */
  isBlockedInside(pattern: readonly string[]): boolean;
  /** Whether there is an error at, above or inside a value that the pattern matches. */
  hasErrorAround(pattern: readonly string[]): boolean;
  /** Whether the array or object at this path was cut to its limit. A missing value might have been cut off. */
  wasCut(path: readonly string[]): boolean;
}

/** The context of a rule that is running. */
export interface CheckContext extends SharedContext {
  /** Records that meet the rule. */
  readonly met: ReadonlySet<Json>;
  /** Records that the rule was not evaluated everywhere. */
  skip(): void;
  /** The opposite of `isUnreadable`. If the value is not usable, the rule counts as skipped. */
  isUsable(path: readonly string[]): boolean;
}

/** A rule that is ready to run. */
export interface CompiledRule {
  readonly origin: RuleOrigin;
  /** Patterns of the values that the rule needs: it is skipped if one of them is unusable. */
  readonly reads: readonly (readonly string[])[];
  /** Patterns of all paths in the candidate whose values can change the result of the rule. */
  readonly dependsOn: readonly (readonly string[])[];
  /** Set if the rule requires something of each record in a list, given the fields that the candidate declares. */
  readonly records?: RecordsRule | undefined;
  run(context: CheckContext): void;
}

/** What a rule requires of records that have fields which the candidate itself declares. */
export interface RecordsRule {
  /** The pattern of the arrays of records. */
  readonly at: readonly string[];
  /** Reads the declared fields. `isAccepted` tests whether everything at the path of a name is accepted. */
  read(candidate: Json, isAccepted: (path: readonly string[]) => boolean, meter: Meter): Records;
}

/** The fields that a candidate declares, and what they require of a record. */
export interface Records {
  /** Reads the type of a declared field, if it is known. */
  readType(name: string): string | undefined;
  /** Matches the undeclared names of a record with fields that it lacks, and whose names are accepted. */
  match(record: JsonObject): ReadonlyMap<string, Match>;
  accepts(record: Json): boolean;
  /** Explains a name that is another spelling of that of a field, at a path. */
  explainName(path: readonly string[], expected: string): AnyFinding;
  /** Explains a value that is another spelling of one that its field accepts. */
  explainValue(path: readonly string[], value: Json, type: string): AnyFinding;
}

/** The parts of a spec package that a rule can use when it is compiled. */
export interface CheckParts {
  readonly origin: RuleOrigin;
  readonly spec: SpecPackage;
  /** The candidate schema. */
  readonly root: Part;
  /** The place of a value of each declared field type. */
  readonly fieldPlaces: ReadonlyMap<string, Place>;
  /** Receives the result of each evaluation of an expression. Set only during the dry run of a package. */
  readonly onDryRun?: ((result: DryRunResult) => void) | undefined;
}

/** The result of an expression at one path of a candidate during the dry run of its rule. */
export interface DryRunResult {
  readonly rule: RuleOrigin;
  readonly path: readonly string[];
  readonly failure: Failure | undefined;
  /** The result of each operand of `&&`, `||` and `?:`, evaluated separately, and whether it decides the whole result. */
  readonly operands: readonly {
    readonly outcome: boolean | "error";
    readonly decides: boolean;
    readonly failure: Failure | undefined;
  }[];
}

/** Why an expression, or an operand in it, could not be evaluated. */
export interface Failure {
  readonly reason: string;
  /** Creates a problem that points to the part of the expression that failed. */
  toProblem(message: string, advice: string): SpecProblem;
}

/** A spec package that is being linted, with its candidate schema. */
export interface LintedSpec extends SpecPackage {
  readonly root: Part;
}

/** A kind of rule: how to lint and compile the rules that use it. */
export interface Check<R extends Rule> {
  /** Returns the problems in the rule itself; `path` is its path in the spec package. */
  lint(rule: R, spec: LintedSpec, path: readonly string[]): readonly SpecProblem[];
  /** Lists the parts of the rule that are expensive to compile. Absent if the check has no such parts. */
  listParts?(rule: R): RuleParts;
  compile(rule: R, parts: CheckParts): Omit<CompiledRule, "origin">;
}

/** The parts of a rule that take memory and time to compile. */
interface RuleParts {
  /** The number of nodes in its expression. */
  readonly nodes: number;
  /** Regular expressions in RE2 syntax. */
  readonly patterns: readonly string[];
}

/** The checks of an engine. Only CEL is optional. */
export type Checks = { readonly [Name in Exclude<Rule["check"], "cel">]: Check<RuleFor<Name>> } & {
  readonly cel?: Check<RuleFor<"cel">> | undefined;
};

/** The type of the rules that use a check. */
export type RuleFor<Name extends Rule["check"]> = Extract<Rule, { readonly check: Name }>;
