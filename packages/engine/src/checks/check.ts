import type { DiagnosticCode, Json, JsonObject, JsonSchema, Rule, SpecPackage, SpecProblem } from "@assay/contract";
import type { AnyFinding, RuleOrigin } from "../findings/finding.ts";
import type { Meter } from "../meter.ts";

/** What a running check can use. */
export interface CheckContext {
  /** Normalized, and cut where an array or object was over its limit. */
  readonly candidate: Json;
  readonly meter: Meter;
  /** What the rules of one verdict share, under a key of their choice. */
  readonly shared: Map<object, unknown>;
  report(finding: AnyFinding): void;
  /** The error of the schema that keeps rules from reading the value at this path. */
  unfit(path: readonly string[]): AnyFinding | undefined;
  /** Whether an error was reported on the value at exactly this path; a misspelled name is none. */
  isWrong(path: readonly string[]): boolean;
  /** False while nothing has been reported that could block anything. */
  hasErrors(): boolean;
  /** The error that keeps the values that a pointer pattern matches from being checked. */
  blockedBy(pattern: readonly string[]): AnyFinding | undefined;
  /** The first error of the schema inside these values. */
  blockedInside(pattern: readonly string[]): AnyFinding | undefined;
  /** An error at, above or inside a value that a pointer pattern matches. */
  errorAround(pattern: readonly string[]): AnyFinding | undefined;
  /** True where the array or object was over its limit, so that what seems to be missing may have been cut. */
  wasCut(path: readonly string[]): boolean;
}

/** Reports what is wrong with the candidate under one rule; tells whether it was evaluated everywhere. */
export type RunCheck = (context: CheckContext) => boolean;

/** A rule's check, ready to run. */
interface CompiledCheck {
  readonly run: RunCheck;
  /** Patterns of every path in the candidate on which its result depends. */
  readonly dependsOn: readonly (readonly string[])[];
}

/** What a rule may use of the spec package when it is compiled. */
export interface CheckParts {
  readonly origin: RuleOrigin;
  readonly candidateSchema: JsonSchema;
  readonly fieldTypes: FieldTypes;
  /** Whether `at` of the rule is where a `records-match-fields` rule finds its fields. */
  readonly declaresFields: boolean;
  /** Receives every result of an expression. Set while the rules of a package are tried. */
  readonly onTried?: ((tried: Tried) => void) | undefined;
}

/** What an expression gave at one place of a candidate while its rule was tried. */
export interface Tried {
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

/** The declared types, by name and by alias. */
export interface FieldTypes {
  /** The declared other names of types, each with the type. */
  readonly aliases: ReadonlyMap<string, string>;
  /** The names of the types that a value is of, without those that accept any word for a string. */
  typesFor(value: Json, meter: Meter): readonly string[];
  schemaOf(name: string): JsonSchema | undefined;
  /** The same for many values of one type. */
  testOf(name: string): FieldTest | undefined;
}

/** Whether a value is of a declared type. */
export type FieldTest = (value: Json, meter: Meter) => boolean;

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

/** One kind of rule that the engine knows. All but CEL are written as a `NativeCheck`. */
export interface Check<R extends Rule> {
  /** The pointer patterns whose own errors keep the rule from running. */
  reads(rule: R): readonly string[];
  /** What is wrong with the rule itself; `path` leads to it in the spec package. */
  lint(rule: R, spec: SpecPackage, path: readonly string[]): readonly SpecProblem[];
  /** What compiling the rule costs, if it costs more than reading it: nodes of its expression, and its patterns. */
  parts?(rule: R): RuleParts;
  compile(rule: R, parts: CheckParts): CompiledCheck;
}

/** The parts of a rule that take memory and time when it is compiled. */
interface RuleParts {
  readonly nodes: number;
  /** Regular expressions, in RE2's syntax. */
  readonly patterns: readonly string[];
}

/** The checks of an engine: all but CEL are always there. */
export type Checks = { readonly [Name in Exclude<Rule["check"], "cel">]: Check<RuleOf<Name>> } & {
  readonly cel?: Check<RuleOf<"cel">> | undefined;
};

/** The rules that use one kind of check. */
export type RuleOf<Name extends Rule["check"]> = Extract<Rule, { readonly check: Name }>;
