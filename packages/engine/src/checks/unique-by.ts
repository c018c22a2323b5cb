import type { Json } from "@assay/contract";
import { describeValue } from "../findings/describe-value.ts";
import { specProblem } from "../findings/spec-problem.ts";
import { meteredCanonicalJson } from "../json/canonical-json.ts";
import { valueAt } from "../json/pointer.ts";
import { parsePattern } from "../json/pointer-pattern.ts";
import { type Meter, spend } from "../meter.ts";
import { quoted } from "../text/outside-text.ts";
import type { RuleOf } from "./check.ts";
import { lintPointer } from "./lint-pointer.ts";
import type { NativeCheck } from "./native-check.ts";

/** `unique-by {at, by}`: no two items of a list have the same value at `by`. */
export const uniqueBy: NativeCheck<RuleOf<"unique-by">> = {
  description:
    "No two items of the array at `at` may have the same value at `by`, a JSON Pointer that starts at the item. Items without a value there are ignored. If `at` matches several arrays, each is checked on its own. A repeated value is reported as `list.duplicate`, or as `output-field.duplicate` if `at` is the `fieldsAt` of a `records-match-fields` rule.",

  example: {
    rule: { id: "members-differ", check: "unique-by", at: "/sampleRecords", by: "/member" },
    accepted: { sampleRecords: [{ member: "Ada Diaz" }, { member: "Ben Okoro" }] },
    refused: { sampleRecords: [{ member: "Ada Diaz" }, { member: "Ada Diaz" }] },
    code: "list.duplicate",
    path: "/sampleRecords/1/member",
  },

  reads: { at: "array" },

  lint(rule, spec, path) {
    if (!parsePattern(rule.by).includes("*"))
      return lintPointer(spec, `${rule.at}/*${rule.by}`, "any", [...path, "by"]);
    return [
      specProblem(
        "spec.unreachable",
        [...path, "by"],
        `${quoted(rule.by)} contains "*", but "by" names a single value in each item.`,
        "Name one property of the item, such as /name.",
      ),
    ];
  },

  compile({ by: pointer, severity = "error" }, { origin, declaresFields }) {
    const by = parsePattern(pointer);
    return ({ at }, { meter, report, usable }) => {
      for (const { path: list, value: items } of at) {
        if (!Array.isArray(items)) continue;
        const code = declaresFields ? "output-field.duplicate" : "list.duplicate";
        const tokensOf = (index: number) => [...list, String(index), ...by];
        const texts = new Map<string, number>();
        const others = new Map<string, number>();
        for (const [index, item] of items.entries()) {
          const value = valueAt(item, by);
          spend(meter, 1);
          if (value === undefined) continue;
          const path = tokensOf(index);
          if (!usable(path)) continue;
          const firstByValue = typeof value === "string" ? texts : others;
          const key = typeof value === "string" ? value : meteredCanonicalJson(value, meter);
          if (typeof value === "string") spend(meter, key.length / 16);
          const first = firstByValue.get(key);
          if (first === undefined) {
            firstByValue.set(key, index);
            continue;
          }
          const described = describeValue(value);
          const isScalar = "actual" in described;
          const isEqual = isCopy(item, items[first], meter);
          const finding = {
            severity,
            path,
            params: { ...described, member: by.at(-1) ?? "" },
            rule: origin,
            related: { path: tokensOf(first), message: "First occurrence." },
            groupKey: `${isEqual ? "copy" : "other"} ${(typeof value === "string" ? JSON.stringify(value) : key).slice(0, 256)}`,
          } as const;
          report(
            code === "list.duplicate"
              ? { code, message: isEqual ? "copyBy" : isScalar ? "by" : "byComposite", ...finding }
              : { code, message: isEqual ? "copy" : isScalar ? "default" : "composite", ...finding },
          );
        }
      }
    };
  },
};

// A copy can be removed; of two items that share only this value, one has to change.
function isCopy(item: Json, first: Json, meter: Meter): boolean {
  return meteredCanonicalJson(item, meter) === meteredCanonicalJson(first, meter);
}
