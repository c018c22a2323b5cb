import type { Fix, FixInRepair, Json, PatchOperation } from "@assay/contract";
import type { Collector } from "../findings/collector.ts";
import type { AnyFinding } from "../findings/finding.ts";
import { parsePointer, pathKey, pointerOf, shownPointer, valueAt } from "../json/pointer.ts";
import { expandItems } from "../json/pointer-pattern.ts";
import { type Meter, spend } from "../meter.ts";
import type { SpecParts } from "../spec/compiled-spec.ts";
import { createCheckContext, createReport } from "../validate/check-context.ts";
import type { CheckResults } from "../validate/run-checks.ts";
import { applyPatch } from "./apply-fix.ts";

const stepsPerPath = 4;

/**
 * Evaluates rules where they were not evaluated because a value is wrong, with the value that a proven fix gives. What they
 * find is added to the results, at its place in the candidate as it was sent, with the places of the fixes that it assumes.
 */
export function assumeFixes(
  { collector, prepared, skipped }: CheckResults,
  fixes: Iterable<Fix | FixInRepair>,
  { spec, meter }: { readonly spec: SpecParts; readonly meter: Meter },
): void {
  const open = new Set(skipped.map(({ check }) => check));
  const rules = spec.rules.filter(({ origin }) => open.has(origin.id));
  if (rules.length === 0) return;
  const { renamed, withinLimits } = prepared;
  const changes = [...fixes].flatMap(({ patch = [] }) =>
    patch.filter((operation) => isChange(operation, withinLimits)),
  );
  const places = changes.map(({ path }) => parsePointer(path) ?? []);
  const correct = changes.map((change, index) => ({
    ...change,
    path: pointerOf(renamed.toCorrected(places[index] ?? [])),
  }));
  const present = correct.filter(({ path }) => valueAt(withinLimits, parsePointer(path) ?? []) !== undefined);
  const applied = applyPatch(withinLimits, present, (steps) => spend(meter, steps));
  if (present.length === 0 || applied.kind !== "ok") return;

  const settled = new Map(places.map((path) => [pathKey(path), path]));
  const isSettled = ({ path }: AnyFinding) => settled.has(pathKey(path));
  const assumedAt = (submitted: readonly string[]) => {
    spend(meter, stepsPerPath);
    const error = collector.unfit(submitted);
    return error && isSettled(error) ? [error.path] : [];
  };
  const report = createReport(collector, meter, spec.isOwnerDecision);
  const context = createCheckContext({
    prepared: { ...prepared, withinLimits: applied.candidate },
    collector,
    meter,
    isSettled,
    report(found) {
      const finding = atSentPlace(found, places);
      const related = finding.related?.path;
      const inRelated = related ? places.filter((path) => startsWith(path, related)) : [];
      const paths = [...assumedAt(found.path), ...assumedAt(finding.path), ...inRelated];
      const assumes = finding.params.assumes ?? [...new Set(paths.map(shownPointer))];
      if (Array.isArray(assumes) && assumes.length > 0 && !isKnown(finding, collector, meter))
        report({
          ...finding,
          params: { ...finding.params, assumes },
          // What is found in the candidate as it was sent is not in one group with what depends on a fix.
          groupKey: `assumed ${finding.groupKey ?? ""}`,
        } as AnyFinding);
    },
  });
  const assumed = {
    ...context,
    assumedAt: (pattern: readonly string[]) =>
      [...expandItems(applied.candidate, pattern)].flatMap((path) => assumedAt(renamed.toSubmitted(path))),
  };
  for (const { reads, run } of rules) if (!reads.some((path) => assumed.unfit(path))) run(assumed);
}

type Change = Extract<PatchOperation, { readonly op: "replace" | "remove" }>;

// A new value, or a property that is left out; without an item others would move.
function isChange(operation: PatchOperation, candidate: Json): operation is Change {
  if (operation.op === "replace") return true;
  const parent = (parsePointer(operation.path) ?? []).slice(0, -1);
  return operation.op === "remove" && !Array.isArray(valueAt(candidate, parent));
}

// Inside a value that a fix makes an array or object, the candidate as it was sent has no places.
function atSentPlace(finding: AnyFinding, places: readonly (readonly string[])[]): AnyFinding {
  const placeAround = (inner: readonly string[]) =>
    places.find((place) => place.length < inner.length && startsWith(inner, place));
  const { related, ...unrelated } = finding;
  const shown = related && placeAround(related.path) ? unrelated : finding;
  const path = placeAround(finding.path);
  if (!path) return shown as AnyFinding;
  const { correctedPath, ...rest } = shown;
  const corrected = correctedPath ? { correctedPath: correctedPath.slice(0, path.length - finding.path.length) } : {};
  return { ...rest, path, ...corrected } as AnyFinding;
}

function startsWith(path: readonly string[], head: readonly string[]): boolean {
  return head.every((token, index) => path[index] === token);
}

function isKnown({ code, rule, path }: AnyFinding, collector: Collector, meter: Meter): boolean {
  const at = pathKey(path);
  return [...collector.unordered()].some(({ first, paths }) => {
    if (first.code !== code || first.rule.at !== rule.at) return false;
    spend(meter, paths.length);
    return paths.some((other) => pathKey(other) === at);
  });
}
