import type { Json, SpecProblem } from "@assay/contract";
import { CelScalar, celFunc } from "@bufbuild/cel";
import type { Check, CheckContext, LintedSpec, RuleFor } from "../checks/check.ts";
import { lintPointer } from "../checks/lint-pointer.ts";
import { createSpecProblem } from "../findings/create-spec-problem.ts";
import { valueAt } from "../json/pointer.ts";
import { expandPattern, findCommonPrefix, findFixedPrefix, parsePattern } from "../json/pointer-pattern.ts";
import { spend } from "../meter.ts";
import { noRegistry } from "../registry/registry-view.ts";
import { quote } from "../text/sanitize-text.ts";
import { createEvaluateOperands, findFailureReason } from "./evaluate-operands.ts";
import { countNodes, listMatchPatterns } from "./expression.ts";
import { toSpecProblem } from "./expression-error.ts";
import { lintConstants } from "./lint-constants.ts";
import { createMeteredCel } from "./metered-cel.ts";
import { readExpression } from "./read-expression.ts";
import { resolveExpression } from "./resolve-expression.ts";
import { countPlaceholders, fillMessage, lintMessage } from "./rule-message.ts";
import { createToCel, type ToCel } from "./values.ts";

type CelRule = RuleFor<"cel">;

const stepsPerValue = 160;

type Paths = readonly (readonly string[])[];

// What `registered` reads. Evaluations never interleave, so all expressions share it.
const current = { lookUp: noRegistry.find as CheckContext["lookUp"], hasFailed: false };
const registered = celFunc("registered", [CelScalar.STRING], CelScalar.BOOL, (id) => {
  const entry = current.lookUp(id);
  current.hasFailed ||= entry.kind === "not-looked-up";
  if (current.hasFailed) throw new Error("the id was not looked up");
  return entry.kind === "taken" && entry.state === "active";
});
const { env, compile } = createMeteredCel({ funcs: [registered] });

/** `cel {at, assert, message}`: a CEL expression that must be true for every value at `at`. */
export const cel: Check<CelRule> = {
  lint(rule, spec, path) {
    const problems = lintPointer(spec, rule.at, "any", [...path, "at"]);
    if (problems.length > 0) return problems;
    const { reportAt } = rule;
    const pointerProblems = [
      ...(reportAt === undefined ? [] : lintReportAt(spec, rule.at, reportAt, [...path, "reportAt"])),
      ...lintMessage(spec, rule, [...path, "message"]),
    ];
    const read = readExpression(rule.assert);
    if (read.kind === "invalid")
      return [...pointerProblems, toSpecProblem(read.error, rule.assert, [...path, "assert"])];
    const { expression, findOffset } = read;
    const self = parsePattern(rule.at);
    const { root, owner } = spec;
    const { errors } = resolveExpression(expression, { env, root, ownerKinds: owner.kinds, self, findOffset });
    const allErrors = [...errors, ...lintConstants(expression, findOffset)];
    return [...pointerProblems, ...allErrors.map((error) => toSpecProblem(error, rule.assert, [...path, "assert"]))];
  },

  listParts(rule) {
    const read = readExpression(rule.assert);
    if (read.kind === "invalid") return { nodes: 0, patterns: [] };
    return { nodes: countNodes(read.expression), patterns: listMatchPatterns(read.expression) };
  },

  compile(rule, { origin, root, onDryRun }) {
    const self = parsePattern(rule.at);
    const read = readExpression(rule.assert);
    if (read.kind === "invalid") throw new Error("Rules must be linted before they are compiled.");
    const { expression, findOffset } = read;
    const input = { env, root, ownerKinds: [], self, findOffset };
    const { reads, uses, fullyRead } = resolveExpression(expression, input);
    const assertPath = [...parsePattern(origin.at), "assert"];
    const evaluateOperands = onDryRun && createEvaluateOperands(rule.assert, assertPath, compile);
    const evaluate = compile(expression);
    const severity = rule.severity ?? "error";
    const reportAt =
      rule.reportAt === undefined && self.length === 0
        ? findReportPath(reads, uses)
        : parsePattern(rule.reportAt ?? "");
    const messageValueCount = countPlaceholders(rule.message);

    function evaluateAt(context: CheckContext, path: readonly string[], toCel: ToCel): void {
      const candidate = toCel(context.candidate);
      const value = valueAt(context.candidate, path) ?? null;
      const bindings = { self: toCel(value), candidate };
      Object.assign(current, { lookUp: context.lookUp, hasFailed: false });
      const result = evaluate(bindings, context.meter);
      const reason = findFailureReason(result);
      // If a value that the expression uses already has an error, or was not looked up, the expression is not to blame.
      if (
        reason !== undefined &&
        (current.hasFailed || resolvePatterns(path, self, uses).some(context.hasErrorAround))
      ) {
        context.skip();
        return;
      }
      if (evaluateOperands) onDryRun({ rule: origin, path, ...evaluateOperands(result, bindings, context.meter) });
      if (result === true) return;
      const common = { severity, path, rule: origin };
      if (reason !== undefined) {
        context.report({ code: "check.failed", message: "rule", params: { rule: rule.id, reason }, ...common });
        return;
      }
      spend(context.meter, stepsPerValue * messageValueCount);
      const text = messageValueCount > 0 ? fillMessage(rule.message, value, context.candidate) : rule.message;
      context.report({
        code: "rule.violated",
        message: "default",
        params: { rule: rule.id, text },
        ...common,
        path: [...path, ...reportAt],
        // Findings whose messages contain different values are not grouped into one diagnostic.
        groupKey: messageValueCount > 0 ? text : undefined,
      });
    }

    // Whether rules can read all values that the expression reads when `self` is the value at `path`.
    function canEvaluate(context: CheckContext, path: readonly string[]): boolean {
      if (!context.hasErrors()) return true;
      return !(
        resolvePatterns(path, self, reads).some(context.isBlocked) ||
        resolvePatterns(path, self, fullyRead).some(context.isBlockedInside)
      );
    }

    function run(context: CheckContext): void {
      if (context.isBlocked(findFixedPrefix(self))) {
        context.skip();
        return;
      }
      const toCel = getConverter(context);
      for (const path of listPaths(context.candidate, self)) {
        if (canEvaluate(context, path)) evaluateAt(context, path, toCel);
        else context.skip();
      }
    }

    // `reads` is empty because `canEvaluate` checks each value. `dependsOn` lists the root only if the rule uses its value.
    return { reads: [], dependsOn: [self, ...reads].filter((pattern) => pattern.length > 0).concat(uses), run };
  },
};

// Returns the path of the value that the rule reads, or of the nearest common ancestor if it reads several.
function findReportPath(reads: Paths, uses: Paths): readonly string[] {
  const isAncestor = (path: readonly string[]) =>
    reads.some((other) => other.length > path.length && startsWith(other, path));
  return findFixedPrefix(findCommonPrefix([...uses, ...reads.filter((path) => !isAncestor(path))]));
}

// Each value at `at` is reported at a single path, so `reportAt` must not contain a `*`.
function lintReportAt(spec: LintedSpec, at: string, reportAt: string, path: readonly string[]): readonly SpecProblem[] {
  if (!parsePattern(reportAt).includes("*")) return lintPointer(spec, `${at}${reportAt}`, "any", path);
  const message = `${quote(reportAt)} does not point to a single value.`;
  return [createSpecProblem("spec.unreachable", path, message, "Point to one property, without *.")];
}

// All rules of a verdict share one converter, so that it converts each array and object only once.
function getConverter({ shared }: CheckContext): ToCel {
  const converter = (shared.get(createToCel) as ToCel | undefined) ?? createToCel();
  shared.set(createToCel, converter);
  return converter;
}

// The root always exists, even if it is not an object; other values can be absent.
function listPaths(candidate: Json, self: readonly string[]): Iterable<readonly string[]> {
  return self.length === 0 ? [self] : expandPattern(candidate, self);
}

// Where a pattern starts with the pattern of `self`, replaces that prefix with the path of one matching value.
function resolvePatterns(path: readonly string[], self: readonly string[], patterns: Paths): Paths {
  return patterns.map((pattern) => (startsWith(pattern, self) ? [...path, ...pattern.slice(self.length)] : pattern));
}

function startsWith(pattern: readonly string[], prefix: readonly string[]): boolean {
  return prefix.every((token, index) => pattern[index] === token);
}
