import { canonicalJson } from "../json/canonical.ts";
import { expandPattern, valueAt } from "../json/pointer.ts";
import { describeValue } from "../validate/describe-value.ts";
import { spend } from "../validate/meter.ts";
import type { Check, RuleOf } from "./check.ts";
import { lintPlace, placeOf } from "./place.ts";

/** `unique-by {at, by}`: no two items of a list have the same value at `by`. */
export const uniqueBy: Check<RuleOf<"unique-by">> = {
  reads: (rule) => [rule.at],

  lint(rule, spec, at) {
    const list = lintPlace(spec, rule.at, "list", [...at, "at"]);
    return list.length > 0 ? list : lintPlace(spec, `${rule.at}/*${rule.by}`, "any", [...at, "by"]);
  },

  compile(rule, { origin }) {
    const place = placeOf(rule.at);
    const by = placeOf(rule.by);
    const code = rule.at === "/outputFields" ? "output-field.duplicate" : "list.duplicate";
    return ({ candidate, meter, report, usable }) => {
      for (const list of expandPattern(candidate, place)) {
        const firstByValue = new Map<string, readonly string[]>();
        for (const item of expandPattern(candidate, [...list, "*"])) {
          const tokens = [...item, ...by];
          const value = valueAt(candidate, tokens);
          spend(meter, 1);
          if (value === undefined || !usable(tokens)) continue;
          const key = canonicalJson(value);
          spend(meter, key.length / 64);
          const first = firstByValue.get(key);
          if (first === undefined) {
            firstByValue.set(key, tokens);
            continue;
          }
          const finding = {
            severity: rule.severity ?? "error",
            tokens,
            params: { ...describeValue(value), member: by.at(-1) ?? "" },
            rule: origin,
            related: { tokens: first, message: "First used here." },
            sameness: key.slice(0, 256),
          } as const;
          report(
            code === "list.duplicate" ? { code, message: "by", ...finding } : { code, message: "default", ...finding },
          );
        }
      }
    };
  },
};
