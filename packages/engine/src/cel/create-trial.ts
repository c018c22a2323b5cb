import { type CelInput, type CelResult, type CelValue, celType, isCelError } from "@bufbuild/cel";
import type { Failure, TrialResult } from "../checks/check.ts";
import { type Meter, spend } from "../meter.ts";
import type { Expression } from "./expression.ts";
import { toSpecProblem } from "./expression-error.ts";
import type { MeteredCel } from "./metered-cel.ts";
import { readExpression } from "./read-expression.ts";
import { formatTypes, shortenReason } from "./type-names.ts";

/** Evaluates the operands of an expression by themselves, when the expression gave a result. */
type RunTrial = (
  result: CelResult,
  bindings: { readonly [name: string]: CelInput },
  meter: Meter,
) => Pick<TrialResult, "failure" | "operands">;

const stepsPerOutcome = 4;

/** Makes the trial of an expression; `path` leads to it in the spec package. */
export function createTrial(source: string, path: readonly string[], compile: MeteredCel["compile"]): RunTrial {
  const read = readExpression(source);
  if (read.kind === "invalid") throw new Error("Rules are linted before they are tried.");
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
    const decideWith = (node: Expression, outcome: Outcome) => decide(expression, new Map(outcomes).set(node, outcome));
    const operands = nodes.map((node, index) => ({
      outcome: outcomes.get(node) ?? "error",
      decides: decideWith(node, true) !== decideWith(node, false),
      failure: toFailure(results[index] as CelResult, node),
    }));
    return { failure: toFailure(result, expression), operands };
  };
}

/** Why a result is not a boolean, as a clause; undefined if it is one. */
export function findFailureReason(result: CelResult): string | undefined {
  if (typeof result === "boolean") return undefined;
  if (isCelError(result)) return shortenReason(result.message);
  return `the result is ${formatTypes(new Set([celType(result as CelValue).name]))}, not a boolean`;
}

/** What an operand gave by itself. */
type Outcome = boolean | "error";

/** The operands of `&&`, `||`, `!` and `?:` in an expression that have none of these operators themselves. */
function listOperands(expression: Expression): readonly Expression[] {
  const logic = findLogic(expression);
  return logic ? logic.args.flatMap(listOperands) : [expression];
}

/** What an expression gives if its operands give these outcomes: in CEL, `true || error` is true, and so is `error || true`. */
function decide(expression: Expression, outcomes: ReadonlyMap<Expression, Outcome>): Outcome {
  const logic = findLogic(expression);
  if (!logic) return outcomes.get(expression) ?? "error";
  const decided = logic.args.map((argument) => decide(argument, outcomes));
  const [first = "error", second = "error", third = "error"] = decided;
  if (logic.function === "!_") return first === "error" ? first : !first;
  if (logic.function === "_?_:_") return first === "error" ? first : first ? second : third;
  const absorbing = logic.function === "_||_";
  if (decided.includes(absorbing)) return absorbing;
  return decided.includes("error") ? "error" : !absorbing;
}

function findLogic({ exprKind }: Expression) {
  const isLogic = exprKind.case === "callExpr" && ["_&&_", "_||_", "!_", "_?_:_"].includes(exprKind.value.function);
  return isLogic ? exprKind.value : undefined;
}
