import type { Json } from "@assay/contract";
import { createSpecProblem } from "../findings/create-spec-problem.ts";
import { isContainer } from "../json/json.ts";
import { parseDecimal } from "../json/number-literal.ts";
import { valueAt } from "../json/pointer.ts";
import { findMatches, parsePattern } from "../json/pointer-pattern.ts";
import { countMemberSteps, type Meter, spend } from "../meter.ts";
import { quote } from "../text/sanitize-text.ts";
import type { Check, RuleFor } from "./check.ts";
import { findPointerPlaces, lintPointer } from "./lint-pointer.ts";

/** `sum-equals {at, of, total}`: the numbers in an array or a map must add up to a fixed total. */
export const sumEquals: Check<RuleFor<"sum-equals">> = {
  lint(rule, spec, path) {
    const unreachable = lintPointer(spec, rule.at, "any", [...path, "at"]);
    if (unreachable.length > 0) return unreachable;
    const hasItems = findPointerPlaces(spec, rule.at).some(({ types }) => types.has("array") || types.has("object"));
    if (!hasItems) {
      const message = `The value at ${quote(rule.at)} is never an array or an object.`;
      const advice = 'Point to the array or map itself, without a "*" at the end.';
      return [createSpecProblem("spec.unreachable", [...path, "at"], message, advice)];
    }
    const { of = "" } = rule;
    const ofPath = rule.of === undefined ? [...path, "at"] : [...path, "of"];
    if (!parsePattern(of).includes("*")) return lintPointer(spec, `${rule.at}/*${of}`, "number", ofPath);
    const message = `${quote(of)} contains "*", but "of" names a single number in each item.`;
    return [createSpecProblem("spec.unreachable", ofPath, message, "Name one property of the item, such as /share.")];
  },

  compile({ at, of = "", total, severity = "error" }, { origin }) {
    const pattern = parsePattern(at);
    const numberPath = parsePattern(of);
    const member = numberPath.at(-1);
    return {
      reads: [pattern],
      dependsOn: [pattern],
      run({ candidate, meter, report, isUsable, wasCut }) {
        for (const { path: listPath, value } of findMatches(candidate, pattern)) {
          if (!isContainer(value) || wasCut(listPath)) continue;
          const items: readonly (readonly [string, Json])[] = Object.entries(value);
          spend(meter, countMemberSteps(items.length));
          const numbers: number[] = [];
          let isComplete = true;
          for (const [key, item] of items) {
            spend(meter, 2);
            // A missing or invalid number has already been reported, so the resulting sum is not reported.
            if (!isUsable([...listPath, key, ...numberPath])) isComplete = false;
            const number = valueAt(item, numberPath);
            if (typeof number === "number") numbers.push(number);
          }
          if (!isComplete || numbers.length === 0) continue;
          const sum = add(numbers, meter);
          if (add([total], meter) === sum) continue;
          const params = { sum: toJson(sum), total, member };
          const message = member === undefined ? "default" : "of";
          report({ code: "list.sum", message, severity, path: listPath, params, rule: origin, groupKey: sum });
        }
      },
    };
  },
};

// Adds numbers as decimals, without rounding: as doubles, 33.3 + 33.3 + 33.4 is not 100.
function add(numbers: readonly number[], meter: Meter): string {
  const terms = numbers.map((number) => ({ sign: BigInt(Math.sign(number)), ...parseDecimal(String(number)) }));
  const minPower = terms.reduce((min, { power }) => Math.min(min, power), 0);
  let sum = 0n;
  for (const { sign, digits, power } of terms) {
    // The exponent of a double is between -324 and 308, so a term has at most about 650 digits.
    spend(meter, 2 + (power - minPower) / 16);
    sum += sign * BigInt(digits) * 10n ** BigInt(power - minPower);
  }
  return formatDecimal(sum, minPower);
}

function formatDecimal(digits: bigint, exponent: number): string {
  const sign = digits < 0n ? "-" : "";
  const text = String(digits < 0n ? -digits : digits).padStart(1 - exponent, "0");
  const point = text.length + exponent;
  const fraction = text.slice(point).replace(/0+$/, "");
  return `${sign}${text.slice(0, point)}${fraction === "" ? "" : `.${fraction}`}`;
}

// A sum that a double cannot represent exactly becomes a string, which is shortened in answers like any other string.
function toJson(sum: string): Json {
  return String(Number(sum)) === sum ? Number(sum) : sum;
}
