import { limits } from "@assay/contract";
import { didYouMean } from "../findings/did-you-mean.ts";
import { re2Problem } from "../schema/pattern.ts";
import { outsideText, quoted } from "../text/outside-text.ts";
import { capitalized, kilobytes } from "../text/phrases.ts";
import { type Expression, textOf } from "./expression.ts";
import type { ExpressionError } from "./expression-error.ts";
import type { Inferred } from "./inferred.ts";
import { numbers } from "./resolve-call.ts";
import type { SchemaTypes } from "./schema-types.ts";
import { typeNames } from "./type-names.ts";

/** Receives the errors of an expression. */
interface Reporter {
  report(node: Expression, message: string, advice: string, code?: ExpressionError["code"]): void;
}

/** Reports a comparison of values that are never equal, because their types differ. */
export function lintComparedTypes(to: Reporter, node: Expression, a: Inferred, b: Inferred): void {
  if (!a.types || !b.types) return;
  const comparable = (types: ReadonlySet<string>) =>
    new Set([...types].map((type) => (numbers.has(type) ? "number" : type)));
  if (!comparable(a.types).isDisjointFrom(comparable(b.types))) return;
  const message = `${capitalized(typeNames(a.types))} never equals ${typeNames(b.types)}.`;
  to.report(node, message, "Compare values of the same type.");
}

/** Reports a string that the schema never accepts where it is compared: the rule would always pass, or always fail. */
export function lintComparedStrings(
  to: Reporter,
  schema: SchemaTypes,
  args: readonly Expression[],
  inferred: readonly Inferred[],
): void {
  for (const [index, { pattern }] of inferred.entries()) {
    const other = args[1 - index] as Expression;
    const [text, allowed] = [textOf(other), pattern && schema.textsAt(pattern)];
    if (text === undefined || !allowed || allowed.includes(text)) continue;
    const isKind = pattern?.length === 2 && pattern[0] === "owner" && pattern[1] === "kind";
    const near = didYouMean(text, allowed);
    if (isKind)
      to.report(other, `owner.kinds does not list ${quoted(text)}.`, near ?? "Compare with a kind that it lists.");
    else {
      const advice = near ?? "Compare with a string that candidateSchema accepts.";
      to.report(other, `candidateSchema never accepts ${quoted(text)} for this value.`, advice);
    }
  }
}

/** Reports a string that an array never contains. */
export function lintMembership(to: Reporter, schema: SchemaTypes, item: Expression, range: Inferred): void {
  const text = textOf(item);
  if (text === undefined || !range.pattern || !range.types?.has("list")) return;
  const allowed = schema.textsAt([...range.pattern, "*"]);
  if (!allowed || allowed.includes(text)) return;
  const advice = didYouMean(text, allowed) ?? "Use a string that candidateSchema accepts.";
  to.report(item, `candidateSchema never accepts ${quoted(text)} in this array.`, advice);
}

/** Reports a regular expression that is not a literal, or that RE2 cannot use. */
export function lintPattern(to: Reporter, pattern: Expression | undefined, isChecked: boolean): void {
  if (!pattern) return;
  const source = textOf(pattern);
  if (source === undefined) {
    const message = "The pattern in matches() must be a string literal.";
    to.report(pattern, message, "Write, for example, matches('^[a-z]+$').");
    return;
  }
  const problem = isChecked ? undefined : re2Problem(source);
  if (!problem) return;
  to.report(
    pattern,
    `The pattern is invalid: ${describe(problem)}.`,
    `Use RE2 syntax, with at most ${limits.schema.patternProgram} instructions and a weight of ${kilobytes(limits.schema.patternWeight)}: simplify a pattern that is too large.`,
    "spec.pattern",
  );
}

function describe(problem: NonNullable<ReturnType<typeof re2Problem>>): string {
  const { patternProgram, patternWeight } = limits.schema;
  if (problem.kind === "size") return `it compiles to ${problem.size} instructions; the maximum is ${patternProgram}`;
  if (problem.kind === "weight")
    return `it weighs ${kilobytes(problem.weight)}; the maximum is ${kilobytes(patternWeight)}`;
  return outsideText(problem.reason, limits.specPackageText);
}
