import type { Json } from "@assay/contract";
import { notAllowed } from "../findings/not-allowed.ts";
import { specProblem } from "../findings/spec-problem.ts";
import { canonicalJson } from "../json/canonical.ts";
import { jsonType } from "../json/json.ts";
import { expandPattern, valueAt } from "../json/pointer.ts";
import { spend } from "../meter.ts";
import { kindsOf } from "../schema/value-types.ts";
import { shown } from "../text/render-message.ts";
import type { Check, RuleOf } from "./check.ts";
import { lintPlace, placeOf, schemasOf } from "./place.ts";

/** `allowed-values {at, values}`: the value is one of a closed list. */
export const allowedValues: Check<RuleOf<"allowed-values">> = {
  reads: (rule) => [rule.at],

  lint(rule, spec, at) {
    const place = lintPlace(spec, rule.at, "any", [...at, "at"]);
    if (place.length > 0) return place;
    const schemas = schemasOf(spec, rule.at);
    return rule.values.flatMap((value, index) =>
      schemas.some(({ schema }) => kindsOf(spec.candidateSchema, schema).has(jsonType(value)) && listsIt(schema, value))
        ? []
        : [
            specProblem(
              "spec.unreachable",
              [...at, "values", String(index)],
              `candidateSchema never accepts ${shown(value)} at this place.`,
              "Leave the value out, or accept it in candidateSchema.",
            ),
          ],
    );
  },

  compile(rule, { origin }) {
    const place = placeOf(rule.at);
    const allowed = new Set(rule.values.map(canonicalJson));
    return ({ candidate, meter, report, usable }) => {
      for (const tokens of expandPattern(candidate, place)) {
        const value = valueAt(candidate, tokens) as Json;
        const canonical = canonicalJson(value);
        spend(meter, 6 + canonical.length / 16);
        if (allowed.has(canonical) || !usable(tokens)) continue;
        const { code, message, params, sameness = "" } = notAllowed(value, rule.values, meter);
        report({ code, message, severity: rule.severity ?? "error", tokens, params, rule: origin, sameness });
      }
    };
  },
};

function listsIt(schema: unknown, value: Json): boolean {
  const values = (schema as { enum?: readonly Json[] }).enum;
  return values === undefined || values.some((listed) => canonicalJson(listed) === canonicalJson(value));
}
