import type { Json, SpecProblem } from "@assay/contract";
import { notAllowed } from "../findings/not-allowed.ts";
import { specProblem } from "../findings/spec-problem.ts";
import { canonicalJson, meteredCanonicalJson } from "../json/canonical-json.ts";
import { isContainer, isObject, jsonType, member } from "../json/json.ts";
import { type Meter, spend } from "../meter.ts";
import { foldedMatch } from "../names/folding.ts";
import { acceptedTypes } from "../schema/accepted-types.ts";
import { shown } from "../text/render-message.ts";
import type { CheckDocs, RuleOf } from "./check.ts";
import { schemasAtPointer } from "./lint-pointer.ts";
import type { NativeCheck } from "./native-check.ts";

/** `allowed-values {at, values}`: the value is one of a closed list. */
export const allowedValues: NativeCheck<RuleOf<"allowed-values">> = {
  reads: { at: "any" },

  lint(rule, spec, path) {
    const schemas = schemasAtPointer(spec, rule.at);
    const lintValue = (value: Json, at: readonly string[]) =>
      schemas.some(
        ({ schema }) => acceptedTypes(spec.candidateSchema, schema).has(jsonType(value)) && listsIt(schema, value),
      )
        ? []
        : [
            specProblem(
              "spec.unreachable",
              [...path, ...at],
              `candidateSchema never accepts ${shown(value)} here.`,
              "Remove the value, or accept it in candidateSchema.",
            ),
          ];
    return [
      ...rule.values.flatMap((value, index) => lintValue(value, ["values", String(index)])),
      ...Object.entries(rule.aliases ?? {}).flatMap(([alias, value]) => [
        ...lintAlias(rule.values, alias, value, [...path, "aliases", alias]),
        ...lintValue(alias, ["aliases", alias]),
      ]),
    ];
  },

  compile({ values, aliases = {}, severity = "error" }, { origin }) {
    const named = new Map(Object.entries(aliases));
    const allowed = new Set(values.map(canonicalJson));
    const hasContainers = values.some(isContainer);
    const isAllowed = (value: Json, meter: Meter) => {
      spend(meter, 6);
      // The list contains only scalars, so there is nothing to compare.
      if (isContainer(value) && !hasContainers) return false;
      return allowed.has(meteredCanonicalJson(value, meter));
    };
    return ({ at }, { meter, report, usable }) => {
      for (const { path, value } of at) {
        if (!usable(path) || isAllowed(value, meter)) continue;
        const refused = notAllowed(value, values, meter, named);
        const isTolerated = severity !== "error" && !refused.fix;
        report({ ...refused, ...(isTolerated ? { message: "unexpected" } : {}), severity, path, rule: origin });
      }
    };
  },
};

/** The entry of the check in the reference. */
export const allowedValuesDocs: CheckDocs<RuleOf<"allowed-values">> = {
  description:
    "Every value at `at` must be one of `values`, compared as JSON. Any other value is reported as `field.value`. `aliases` are reported too, with a fix, so `candidateSchema` must accept them as strings. Use this check instead of `enum` if the rule needs its own `severity`.",

  example: {
    rule: {
      id: "strategies-known",
      check: "allowed-values",
      at: "/supportedStrategies/*",
      values: ["fast", "realistic"],
    },
    accepted: { supportedStrategies: ["fast"] },
    refused: { supportedStrategies: ["fast", "chaotic"] },
    code: "field.value",
    path: "/supportedStrategies/1",
  },
};

export function lintAlias(
  values: readonly Json[],
  alias: string,
  value: string,
  path: readonly string[],
): readonly SpecProblem[] {
  if (values.includes(alias)) {
    const message = `${shown(alias)} is itself an allowed value.`;
    return [specProblem("spec.duplicate", path, message, "Remove it here, or from `values`.")];
  }
  const folded = foldedMatch(
    alias,
    values.filter((each) => typeof each === "string"),
  );
  if (folded !== undefined && folded !== value) {
    const message = `${shown(alias)} is the same as the allowed value ${shown(folded)}, and would stand for ${shown(value)}.`;
    return [
      specProblem("spec.duplicate", path, message, "Remove it, or let it stand for the value that it is the same as."),
    ];
  }
  if (values.includes(value)) return [];
  const message = `${shown(value)} is not one of \`values\`, so ${shown(alias)} cannot be another name for it.`;
  return [specProblem("spec.unreachable", path, message, "Name one of `values`.")];
}

function listsIt(schema: unknown, value: Json): boolean {
  const values = isObject(schema) ? member(schema, "enum") : undefined;
  return !Array.isArray(values) || values.some((listed) => canonicalJson(listed) === canonicalJson(value));
}
