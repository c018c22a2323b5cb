import type { Json } from "@assay/contract";
import { createSpecProblem } from "../findings/create-spec-problem.ts";
import { describeValue } from "../findings/describe-value.ts";
import type { AnyFinding } from "../findings/finding.ts";
import { toCanonicalJsonMetered } from "../json/canonical-json.ts";
import { formatPointer, valueAt } from "../json/pointer.ts";
import { findCommonPrefix, findMatches, parsePattern } from "../json/pointer-pattern.ts";
import { spend } from "../meter.ts";
import { quote } from "../text/sanitize-text.ts";
import type { Check, RuleFor } from "./check.ts";
import { lintPointer } from "./lint-pointer.ts";

/** `unique-by {at, by}`: no two items of an array may have the same value at `by`, or at all pointers in `by`. */
export const uniqueBy: Check<RuleFor<"unique-by">> = {
  lint(rule, spec, path) {
    const unreachable = lintPointer(spec, rule.at, "array", [...path, "at"]);
    if (unreachable.length > 0) return unreachable;
    return toPointers(rule.by).flatMap((pointer, index) => {
      const at = [...path, "by", ...(pointer === rule.by ? [] : [String(index)])];
      if (!parsePattern(pointer).includes("*")) return lintPointer(spec, `${rule.at}/*${pointer}`, "any", at);
      return [
        createSpecProblem(
          "spec.unreachable",
          at,
          `${quote(pointer)} contains "*", but "by" names a single value in each item.`,
          "Name one property of the item, such as /name.",
        ),
      ];
    });
  },

  compile({ at, by: pointers, severity = "error" }, { origin, spec: { rules = [] } }) {
    const pattern = parsePattern(at);
    const keyPaths = toPointers(pointers).map(parsePattern);
    const isComposite = keyPaths.length > 1;
    const [onlyKeyPath = []] = keyPaths;
    const findValue = (item: Json) => (isComposite ? findValues(item, keyPaths) : valueAt(item, onlyKeyPath));
    // A single value is reported at its own path, several values at the nearest object that contains all of them.
    const reportAt = findCommonPrefix(keyPaths);
    const names = keyPaths.map((keyPath) => (keyPath.length === 1 ? (keyPath[0] ?? "") : formatPointer(keyPath)));
    const declaresFields = rules.some((rule) => rule.check === "records-match-fields" && rule.fieldsAt === at);
    const code = declaresFields ? "output-field.duplicate" : "list.duplicate";
    return {
      reads: [pattern],
      dependsOn: [pattern],
      run({ candidate, meter, report, isUsable, hasErrors }) {
        for (const { path: listPath, value: items } of findMatches(candidate, pattern)) {
          if (!Array.isArray(items)) continue;
          const toPath = (index: number, itemPath: readonly string[]) => [...listPath, String(index), ...itemPath];
          // The index of the first item with each value. Strings, the usual case, need no serialization.
          const firstByString = new Map<string, number>();
          const firstByJson = new Map<string, number>();
          for (let index = 0; index < items.length; index += 1) {
            spend(meter, keyPaths.length);
            const item = items[index] as Json;
            const value = findValue(item);
            if (value === undefined) continue;
            if (hasErrors() && !keyPaths.every((keyPath) => isUsable(toPath(index, keyPath)))) continue;
            const firstByKey = typeof value === "string" ? firstByString : firstByJson;
            const key = typeof value === "string" ? value : toCanonicalJsonMetered(value, meter);
            if (typeof value === "string") spend(meter, key.length / 16);
            const firstIndex = firstByKey.get(key);
            if (firstIndex === undefined) {
              firstByKey.set(key, index);
              continue;
            }
            const valueParams = describeValue(valueAt(item, reportAt) ?? null);
            const isEqual = toCanonicalJsonMetered(item, meter) === toCanonicalJsonMetered(items[firstIndex], meter);
            report({
              code,
              message:
                isComposite || !("actual" in valueParams) ? "several" : code === "list.duplicate" ? "by" : "default",
              severity,
              path: toPath(index, reportAt),
              params: {
                ...valueParams,
                members: names,
                member: names[0] ?? "",
              },
              mentions: { first: toPath(firstIndex, reportAt) },
              rule: origin,
              groupKey: `${isEqual ? "copy" : "other"} ${(typeof value === "string" ? JSON.stringify(value) : key).slice(0, 256)}`,
            } as AnyFinding);
          }
        }
      },
    };
  },
};

function findValues(item: Json, paths: readonly (readonly string[])[]): readonly Json[] | undefined {
  const values = paths.map((path) => valueAt(item, path)).filter((value) => value !== undefined);
  return values.length < paths.length ? undefined : values;
}

function toPointers(by: string | readonly string[]): readonly string[] {
  return typeof by === "string" ? [by] : by;
}
