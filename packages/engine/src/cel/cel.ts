import type { Json, SpecProblem } from "@assay/contract";
import { type CelValue, celType, isCelError } from "@bufbuild/cel";
import type { Check, CheckContext, RuleOf } from "../checks/check.ts";
import { lintPointer } from "../checks/lint-pointer.ts";
import { specProblem } from "../findings/spec-problem.ts";
import { valueAt } from "../json/pointer.ts";
import { expandPattern, fixedPrefix, parsePattern } from "../json/pointer-pattern.ts";
import { type ExpressionError, withCaret } from "./expression-error.ts";
import { createMeteredCel } from "./metered-cel.ts";
import { readExpression } from "./read-expression.ts";
import { createSchemaTypes } from "./schema-types.ts";
import { type TypeCheckResult, typeCheck } from "./type-check.ts";
import { evaluationReason, typeNames } from "./type-names.ts";
import { createToCel, type ToCel } from "./values.ts";

type CelRule = RuleOf<"cel">;

const { env, compile } = createMeteredCel();

/** `cel {at, assert, message}`: an expression of the product team that must be true for every value at the place. */
export const cel: Check<CelRule> = {
  description:
    "`assert` is an expression in CEL, the [Common Expression Language](https://cel.dev), that must be true for every value at `at`. In the expression, `self` is that value and `candidate` is the whole candidate. If the expression is false, the value is reported as `rule.violated` with the text in `message`. The rule is skipped for values that already have an error in something that the expression reads.",

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
  },

  // What it reads is found in the expression, and looked at place by place.
  reads: () => [],

  lint(rule, spec, at) {
    const place = lintPointer(spec, rule.at, "any", [...at, "at"]);
    if (place.length > 0) return place;
    const read = readExpression(rule.assert);
    if (read.kind === "faulty") return [problem(read.fault, rule, at)];
    const schema = createSchemaTypes(spec.candidateSchema);
    const { faults } = typeCheck(read.expression, { env, schema, at: parsePattern(rule.at), offsetOf: read.offsetOf });
    return faults.map((fault) => problem(fault, rule, at));
  },

  compile(rule, { origin, candidateSchema }) {
    const at = parsePattern(rule.at);
    const schema = createSchemaTypes(candidateSchema);
    const read = readExpression(rule.assert);
    if (read.kind === "faulty") throw new Error("Rules are linted before they are compiled.");
    const { offsetOf } = read;
    const { reads } = typeCheck(read.expression, { env, schema, at, offsetOf, patternsChecked: true });
    const evaluate = compile(read.expression);
    const severity = rule.severity ?? "error";

    function evaluateAt(context: CheckContext, path: readonly string[], toCel: ToCel): void {
      const candidate = toCel(context.candidate);
      const self = toCel(valueAt(context.candidate, path) ?? null);
      const result = evaluate({ self, candidate }, context.meter);
      if (result === true) return;
      const common = { severity, path, rule: origin };
      if (result === false) {
        context.report({
          code: "rule.violated",
          message: "default",
          params: { rule: rule.id, text: rule.message },
          ...common,
        });
        return;
      }
      const reason = isCelError(result)
        ? evaluationReason(result.message)
        : `it gave ${typeNames(new Set([celType(result as CelValue).name]))}`;
      context.report({ code: "check.failed", message: "rule", params: { rule: rule.id, reason }, ...common });
    }

    return (context) => {
      let because = context.blockedBy(fixedPrefix(at));
      let judged = false;
      const toCel = converterOf(context);
      for (const path of because ? [] : placesOf(context.candidate, at)) {
        // One item that cannot be judged leaves the others.
        const blocked = firstBlocked(context, reads, at, path);
        because ??= blocked;
        if (blocked) continue;
        evaluateAt(context, path, toCel);
        judged = true;
      }
      return judged ? undefined : because;
    };
  },
};

// All rules of a verdict share one.
function converterOf({ shared }: CheckContext): ToCel {
  const converter = (shared.get(createToCel) as ToCel | undefined) ?? createToCel();
  shared.set(createToCel, converter);
  return converter;
}

// The root is a place of every candidate; others may be absent.
function placesOf(candidate: Json, at: readonly string[]): Iterable<readonly string[]> {
  return at.length === 0 ? [at] : expandPattern(candidate, at);
}

function firstBlocked(
  context: CheckContext,
  reads: TypeCheckResult["reads"],
  at: readonly string[],
  path: readonly string[],
): ReturnType<CheckContext["blockedBy"]> {
  if (!context.hasErrors()) return undefined;
  for (const place of reads) {
    const finding = context.blockedBy(startsWith(place, at) ? [...path, ...place.slice(at.length)] : place);
    if (finding) return finding;
  }
  return undefined;
}

function startsWith(place: readonly string[], head: readonly string[]): boolean {
  return head.every((token, index) => place[index] === token);
}

function problem(fault: ExpressionError, rule: CelRule, at: readonly string[]): SpecProblem {
  return specProblem(fault.code, [...at, "assert"], withCaret(fault, rule.assert), fault.advice);
}
