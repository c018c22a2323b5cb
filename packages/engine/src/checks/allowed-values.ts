import type { Json } from "@assay/contract";
import { createSpecProblem } from "../findings/create-spec-problem.ts";
import { createValueFinding } from "../findings/create-value-finding.ts";
import { toCanonicalJson, toCanonicalJsonMetered } from "../json/canonical-json.ts";
import { isContainer } from "../json/json.ts";
import { findMatches, parsePattern } from "../json/pointer-pattern.ts";
import { createMeter, type Meter, spend } from "../meter.ts";
import { formatValue } from "../text/render-message.ts";
import type { Check, RuleFor } from "./check.ts";
import { lintAliases } from "./lint-aliases.ts";
import { findPointerPlaces, lintPointer } from "./lint-pointer.ts";

/** `allowed-values {at, values}`: the value must be in a closed list. */
export const allowedValues: Check<RuleFor<"allowed-values">> = {
  lint(rule, spec, path) {
    const unreachable = lintPointer(spec, rule.at, "any", [...path, "at"]);
    if (unreachable.length > 0) return unreachable;
    const places = findPointerPlaces(spec, rule.at);
    const meter = createMeter(Number.POSITIVE_INFINITY);
    const lintValue = (value: Json, valuePath: readonly string[]) =>
      places.some((place) => place.canHold(value, meter))
        ? []
        : [
            createSpecProblem(
              "spec.unreachable",
              [...path, ...valuePath],
              `candidateSchema never accepts ${formatValue(value)} here.`,
              "Remove the value, or accept it in candidateSchema.",
            ),
          ];
    return [
      ...rule.values.flatMap((value, index) => lintValue(value, ["values", String(index)])),
      ...lintAliases(
        rule.values.filter((value) => typeof value === "string"),
        Object.entries(rule.aliases ?? {}).map(([alias, target]) => ({
          alias,
          target,
          path: [...path, "aliases", alias],
        })),
      ),
      ...Object.keys(rule.aliases ?? {}).flatMap((alias) => lintValue(alias, ["aliases", alias])),
    ];
  },

  compile({ at, values, aliases = {}, severity = "error" }, { origin }) {
    const pattern = parsePattern(at);
    // With this severity the list is part of every place that the pattern leads to.
    if (severity === "error") return { reads: [pattern], dependsOn: [pattern], run() {} };
    const targets = new Map(Object.entries(aliases));
    const allowed = new Set(values.map(toCanonicalJson));
    const hasContainers = values.some(isContainer);
    const isAllowed = (value: Json, meter: Meter) => {
      spend(meter, 6);
      // A list of scalars cannot contain an array or object, so it is not serialized.
      if (isContainer(value) && !hasContainers) return false;
      return allowed.has(toCanonicalJsonMetered(value, meter));
    };
    return {
      reads: [pattern],
      dependsOn: [pattern],
      run({ candidate, meter, report, isUsable }) {
        for (const { path, value } of findMatches(candidate, pattern)) {
          if (!isUsable(path) || isAllowed(value, meter)) continue;
          const finding = createValueFinding(value, values, meter, targets);
          report({ ...finding, ...describeAsUnexpected(finding), severity, path, rule: origin });
        }
      },
    };
  },
};

// A warning calls the value unexpected rather than not allowed, because the candidate can still be accepted.
function describeAsUnexpected({ params: { allowed, only, ...params } }: ReturnType<typeof createValueFinding>) {
  return { message: "unexpected", params: { ...params, usual: allowed ?? only ?? [] } } as const;
}
