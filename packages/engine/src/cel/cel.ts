import type { Json } from "@assay/contract";
import { type CelValue, celType, isCelError } from "@bufbuild/cel";
import type { Check, CheckContext, RuleOf } from "../checks/check.ts";
import { lintPointer } from "../checks/lint-pointer.ts";
import type { AnyFinding } from "../findings/finding.ts";
import { valueAt } from "../json/pointer.ts";
import { expandPattern, fixedPrefix, parsePattern } from "../json/pointer-pattern.ts";
import { nodesIn, patternsIn } from "./expression.ts";
import { problemOf } from "./expression-error.ts";
import { createMeteredCel } from "./metered-cel.ts";
import { readExpression } from "./read-expression.ts";
import { createSchemaTypes } from "./schema-types.ts";
import { type TypeCheckResult, typeCheck } from "./type-check.ts";
import { evaluationReason, typeNames } from "./type-names.ts";
import { createToCel, type ToCel } from "./values.ts";

type CelRule = RuleOf<"cel">;

const { env, compileInParts } = createMeteredCel();

/** `cel {at, assert, message}`: an expression of the product team that must be true for every value at `at`. */
export const cel: Check<CelRule> = {
  description:
    "`assert` is an expression in CEL, the [Common Expression Language](https://cel.dev), that must be true for every value at `at`. In the expression, `self` is that value and `candidate` is the whole candidate. If the expression is false, the value is reported as `rule.violated` with the text in `message`. The rule is skipped for values where something that the expression reads is missing or has the wrong type, and where the expression cannot be evaluated because something that it reads has another error.",

  example: {
    rule: {
      id: "id-fields-hold-ids",
      check: "cel",
      at: "/outputFields/*",
      assert: "!self.name.endsWith('Id') || self.type in ['string', 'integer', 'uuid']",
      message: "A field whose name ends in Id must be a string, an integer or a uuid.",
    },
    accepted: { outputFields: [{ name: "memberId", type: "uuid", description: "Id of the member." }] },
    refused: { outputFields: [{ name: "memberId", type: "boolean", description: "Id of the member." }] },
    code: "rule.violated",
    path: "/outputFields/0",
  },

  // The type check finds what it reads, and errors there are looked up for each value.
  reads: () => [],

  lint(rule, spec, path) {
    const problems = lintPointer(spec, rule.at, "any", [...path, "at"]);
    if (problems.length > 0) return problems;
    const read = readExpression(rule.assert);
    if (read.kind === "invalid") return [problemOf(read.error, rule.assert, [...path, "assert"])];
    const schema = createSchemaTypes(spec.candidateSchema);
    const self = parsePattern(rule.at);
    const { errors } = typeCheck(read.expression, { env, schema, self, offsetOf: read.offsetOf });
    return errors.map((error) => problemOf(error, rule.assert, [...path, "assert"]));
  },

  parts(rule) {
    const read = readExpression(rule.assert);
    if (read.kind === "invalid") return { nodes: 0, patterns: [] };
    return { nodes: nodesIn(read.expression), patterns: patternsIn(read.expression) };
  },

  *compile(rule, { origin, candidateSchema }) {
    yield;
    const self = parsePattern(rule.at);
    const schema = createSchemaTypes(candidateSchema);
    const read = readExpression(rule.assert);
    if (read.kind === "invalid") throw new Error("Rules are linted before they are compiled.");
    const { offsetOf } = read;
    const { reads, uses } = typeCheck(read.expression, { env, schema, self, offsetOf, patternsChecked: true });
    const evaluate = yield* compileInParts(read.expression);
    const severity = rule.severity ?? "error";

    /** Gives the error because of which the expression cannot be evaluated. */
    function evaluateAt(context: CheckContext, path: readonly string[], toCel: ToCel): AnyFinding | undefined {
      const candidate = toCel(context.candidate);
      const value = toCel(valueAt(context.candidate, path) ?? null);
      const result = evaluate({ self: value, candidate }, context.meter);
      if (result === true) return undefined;
      const common = { severity, path, rule: origin };
      if (result === false) {
        context.report({
          code: "rule.violated",
          message: "default",
          params: { rule: rule.id, text: rule.message },
          ...common,
        });
        return undefined;
      }
      // What it uses may be wrong already: then the expression is not to blame.
      const because = firstFound(context, patternsAt(path, self, uses), context.errorAround);
      if (because) return because;
      const reason = isCelError(result)
        ? evaluationReason(result.message)
        : `the result is ${typeNames(new Set([celType(result as CelValue).name]))}, not a boolean`;
      context.report({ code: "check.failed", message: "rule", params: { rule: rule.id, reason }, ...common });
      return undefined;
    }

    function run(context: CheckContext): AnyFinding | undefined {
      let because = context.blockedBy(fixedPrefix(self));
      let evaluated = false;
      const toCel = converterOf(context);
      for (const path of because ? [] : pathsOf(context.candidate, self)) {
        // An item that cannot be evaluated does not keep the rule from the others.
        const blocked =
          firstFound(context, patternsAt(path, self, reads), context.blockedBy) ?? evaluateAt(context, path, toCel);
        because ??= blocked;
        evaluated ||= blocked === undefined;
      }
      return evaluated ? undefined : because;
    }

    // On the way to what it uses, it reads the root.
    return { run, dependsOn: [self, ...reads].filter((pattern) => pattern.length > 0).concat(uses) };
  },
};

// All rules of a verdict share one converter.
function converterOf({ shared }: CheckContext): ToCel {
  const converter = (shared.get(createToCel) as ToCel | undefined) ?? createToCel();
  shared.set(createToCel, converter);
  return converter;
}

// Every candidate has a root; other values may be absent.
function pathsOf(candidate: Json, self: readonly string[]): Iterable<readonly string[]> {
  return self.length === 0 ? [self] : expandPattern(candidate, self);
}

// The patterns, with the path of one value of `self` in place of the pattern of all of them.
function* patternsAt(
  path: readonly string[],
  self: readonly string[],
  patterns: TypeCheckResult["reads"],
): Generator<readonly string[], void> {
  for (const pattern of patterns) yield startsWith(pattern, self) ? [...path, ...pattern.slice(self.length)] : pattern;
}

function firstFound(
  { hasErrors }: CheckContext,
  patterns: Iterable<readonly string[]>,
  find: (pattern: readonly string[]) => AnyFinding | undefined,
): AnyFinding | undefined {
  if (!hasErrors()) return undefined;
  for (const pattern of patterns) {
    const finding = find(pattern);
    if (finding) return finding;
  }
  return undefined;
}

function startsWith(pattern: readonly string[], head: readonly string[]): boolean {
  return head.every((token, index) => pattern[index] === token);
}
