import { describeValue } from "../findings/describe-value.ts";
import { canonicalJson } from "../json/canonical.ts";
import { listsAt, valueAt } from "../json/pointer.ts";
import { spend } from "../meter.ts";
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
      for (const { tokens: list, items } of listsAt(candidate, place)) {
        const tokensOf = (index: number) => [...list, String(index), ...by];
        const texts = new Map<string, number>();
        const others = new Map<string, number>();
        for (const [index, item] of items.entries()) {
          const value = valueAt(item, by);
          spend(meter, 1);
          if (value === undefined) continue;
          const firstByValue = typeof value === "string" ? texts : others;
          const key = typeof value === "string" ? value : canonicalJson(value);
          spend(meter, key.length / 16);
          const first = firstByValue.get(key);
          // Whether a value is usable is asked only when there are two of it.
          if (first === undefined || !usable(tokensOf(first))) {
            firstByValue.set(key, index);
            continue;
          }
          const tokens = tokensOf(index);
          if (!usable(tokens)) continue;
          const described = describeValue(value);
          const isScalar = "actual" in described;
          const finding = {
            severity: rule.severity ?? "error",
            tokens,
            params: { ...described, member: by.at(-1) ?? "" },
            rule: origin,
            related: { tokens: tokensOf(first), message: "First used here." },
            sameness: canonicalJson(value).slice(0, 256),
          } as const;
          report(
            code === "list.duplicate"
              ? { code, message: isScalar ? "by" : "byComposite", ...finding }
              : { code, message: isScalar ? "default" : "composite", ...finding },
          );
        }
      }
    };
  },
};
