import type { Rule, SpecPackage, SpecProblem } from "@assay/contract";
import type { JsonType } from "../json/json.ts";
import { matchesOf, type PatternMatch, parsePattern } from "../json/pointer-pattern.ts";
import type { Check, CheckContext, CheckParts } from "./check.ts";
import { lintPointer } from "./lint-pointer.ts";

/**
 * A check written in TypeScript. A running check sees only what the pointer patterns of its rule match, never the patterns
 * or the whole candidate, so it cannot ignore a `*` or read what it does not declare in `reads`.
 */
export interface NativeCheck<R extends Rule> {
  /** For each pointer pattern, the type of value that it must be able to match. Errors at these paths skip the rule. */
  readonly reads: { readonly [Name in PatternProperty<R>]: JsonType | "any" };
  /** What else is wrong with a rule whose patterns can match; `path` leads to the rule in the spec package. */
  lint(rule: R, spec: SpecPackage, path: readonly string[]): readonly SpecProblem[];
  compile(rule: Omit<R, PatternProperty<R>>, parts: CheckParts): RunNativeCheck<R>;
}

/** What each pattern of a rule matches, values of any type. */
type MatchesOf<R extends Rule> = { readonly [Name in PatternProperty<R>]: Iterable<PatternMatch> };

/** What a running native check can use besides its matches. */
export type NativeContext = Pick<
  CheckContext,
  "meter" | "report" | "hasErrors" | "isWrong" | "wasCut" | "blockedBy"
> & {
  /** False where the value has an error of the schema that keeps rules from reading it. Then the rule counts as skipped. */
  usable(path: readonly string[]): boolean;
};

/** The properties of a rule that are pointer patterns: `at`, and those whose names end in `At`. */
type PatternProperty<R extends Rule> = Extract<keyof R, "at" | `${string}At`>;

/** Reports what is wrong. */
type RunNativeCheck<R extends Rule> = (matches: MatchesOf<R>, context: NativeContext) => void;

/** Turns a native check into a check: lints and expands the patterns of its rules. */
export function toCheck<R extends Rule>({ reads, lint, compile }: NativeCheck<R>): Check<R> {
  const names = Object.keys(reads) as PatternProperty<R>[];
  const patternsOf = (rule: R) => names.map((name) => ({ name, pointer: rule[name] as string }));
  return {
    reads: (rule) => patternsOf(rule).map(({ pointer }) => pointer),

    lint(rule, spec, path) {
      const problems = patternsOf(rule).flatMap(({ name, pointer }) =>
        lintPointer(spec, pointer, reads[name], [...path, name]),
      );
      return problems.length > 0 ? problems : lint(rule, spec, path);
    },

    compile(rule, parts) {
      const patterns = patternsOf(rule).map(({ name, pointer }) => [name, parsePattern(pointer)] as const);
      const settings = Object.entries(rule).filter(([name]) => !Object.hasOwn(reads, name));
      const run = compile(Object.fromEntries(settings) as Omit<R, PatternProperty<R>>, parts);
      return {
        dependsOn: patterns.map(([, pattern]) => pattern),
        run(context) {
          const matches: { [name: string]: Iterable<PatternMatch> } = {};
          for (const [name, pattern] of patterns) matches[name] = matchesOf(context.candidate, pattern);
          let isComplete = true;
          const usable = (path: readonly string[]) => {
            const isUsable = context.unfit(path) === undefined;
            isComplete &&= isUsable;
            return isUsable;
          };
          run(matches as MatchesOf<R>, { ...context, usable });
          return isComplete;
        },
      };
    },
  };
}
