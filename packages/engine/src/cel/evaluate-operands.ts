import { type CelInput, type CelResult, type CelValue, celType, isCelError } from "@bufbuild/cel";
import type { DryRunResult, Failure } from "../checks/check.ts";
import { type Meter, spend } from "../meter.ts";
import type { Expression } from "./expression.ts";
import { toSpecProblem } from "./expression-error.ts";
import type { MeteredCel } from "./metered-cel.ts";
import { readExpression } from "./read-expression.ts";
import { formatTypes, shortenReason } from "./type-names.ts";

/** Evaluates each operand of an expression separately, after the whole expression has returned `result`. */
type EvaluateOperands = (
  result: CelResult,
  bindings: { readonly [name: string]: CelInput },
  meter: Meter,
) => Pick<DryRunResult, "failure" | "operands">;

const stepsPerOutcome = 4;

/** Compiles the operands of the expression `source`; `path` is its path in the spec package. */
export function createEvaluateOperands(
  source: string,
  path: readonly string[],
  compile: MeteredCel["compile"],
): EvaluateOperands {
  // Compiling changes an expression, so the operands are taken from a separate copy.
  const read = readExpression(source);
  if (read.kind === "invalid") throw new Error("Rules must be linted before they are run.");
  const { expression, findOffset } = read;
  const nodes = listOperands(expression);
  const evaluators = nodes.map(compile);
  const toFailure = (result: CelResult, node: Expression): Failure | undefined => {
    const reason = findFailureReason(result);
    if (reason === undefined) return undefined;
    const id = (isCelError(result) && result.exprId) || node.id;
    const offset = findOffset({ ...node, id });
    return {
      reason,
      toProblem: (message, advice) => toSpecProblem({ code: "spec.rule", offset, message, advice }, source, path),
    };
  };
  return (result, bindings, meter) => {
    spend(meter, stepsPerOutcome * nodes.length ** 2);
    const results = evaluators.map((evaluate) => evaluate(bindings, meter));
    const outcomes = new Map(
      nodes.map((node, index): [Expression, Outcome] => {
        const outcome = results[index];
        return [node, typeof outcome === "boolean" ? outcome : "error"];
      }),
    );
    const combineWith = (node: Expression, outcome: Outcome) =>
      combine(expression, new Map(outcomes).set(node, outcome));
    const operands = nodes.map((node, index) => ({
      outcome: outcomes.get(node) ?? "error",
      decides: combineWith(node, true) !== combineWith(node, false),
      failure: toFailure(results[index] as CelResult, node),
    }));
    return { failure: toFailure(result, expression), operands };
  };
}

/** Returns a clause that explains why a result is not a boolean; undefined if it is a boolean. */
export function findFailureReason(result: CelResult): string | undefined {
  if (typeof result === "boolean") return undefined;
  if (isCelError(result)) return shortenReason(result.message);
  return `the result is ${formatTypes(new Set([celType(result as CelValue).name]))}, not a boolean`;
}

/** The result of an operand; any value other than a boolean counts as an error. */
type Outcome = boolean | "error";

/** Lists the innermost operands of nested `&&`, `||`, `!` and `?:` operators. */
function listOperands(expression: Expression): readonly Expression[] {
  const call = findLogicalCall(expression);
  return call ? call.args.flatMap(listOperands) : [expression];
}

/** Combines the outcomes of operands as CEL does: both `true || error` and `error || true` are true. */
function combine(expression: Expression, outcomes: ReadonlyMap<Expression, Outcome>): Outcome {
  const call = findLogicalCall(expression);
  if (!call) return outcomes.get(expression) ?? "error";
  const results = call.args.map((argument) => combine(argument, outcomes));
  const [first = "error", second = "error", third = "error"] = results;
  if (call.function === "!_") return first === "error" ? first : !first;
  if (call.function === "_?_:_") return first === "error" ? first : first ? second : third;
  const absorbing = call.function === "_||_";
  if (results.includes(absorbing)) return absorbing;
  return results.includes("error") ? "error" : !absorbing;
}

function findLogicalCall({ exprKind }: Expression) {
  const isLogical = exprKind.case === "callExpr" && ["_&&_", "_||_", "!_", "_?_:_"].includes(exprKind.value.function);
  return isLogical ? exprKind.value : undefined;
}
