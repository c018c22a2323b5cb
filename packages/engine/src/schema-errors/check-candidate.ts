import type { Json, JsonObject } from "@assay/contract";
import type { AnyFinding } from "../findings/finding.ts";
import { isObject, selectByType } from "../json/json.ts";
import { toPathKey } from "../json/pointer.ts";
import { countMemberSteps, overBudget, spend } from "../meter.ts";
import { acceptsAt } from "../schema/accepts.ts";
import { maxViolations } from "../schema/create-schema-checker.ts";
import type { Place } from "../schema/place.ts";
import { type VisitedValue, visit } from "../schema/visit.ts";
import { type ExplainInput, explainViolation } from "./explain-violation.ts";
import { mergeMisspelled } from "./merge-misspelled.ts";
import { measureSize } from "./object-findings.ts";
import { keepRootCauses } from "./root-causes.ts";

/** A candidate cut to the limits of its schema, and a finding for each mistake. */
export interface CheckedCandidate {
  readonly kept: Json;
  readonly findings: readonly AnyFinding[];
  /** Whether there were too many violations to list all of them. */
  readonly isIncomplete: boolean;
  wasCut(path: readonly string[]): boolean;
}

// Findings with these codes can be about an array or object as a whole.
const wholeValueCodes = new Set(["field.value", "list.length", "object.size"]);
const sizeKeywords = new Set(["maxItems", "maxProperties"]);
const stepsToSort = 2;

/** Checks a candidate against its schema. Arrays and objects over their limit are reported and cut before anything reads them. */
export function checkCandidate(root: Place, candidate: Json, input: ExplainInput): CheckedCandidate {
  const { meter } = input;
  // Most candidates are valid, and then there is nothing to report.
  if (acceptsAt(root, candidate, meter))
    return { kept: candidate, findings: [], isIncomplete: false, wasCut: () => false };
  const findings: AnyFinding[] = [];
  const cutAt = new Set<string>();
  // The findings of an object on its members, by the keys of their paths. They wait for those of the members themselves.
  const waiting = new Map<string, AnyFinding[]>();
  let violationCount = 0;

  function explain(visited: VisitedValue): readonly AnyFinding[] {
    return visited.violations.flatMap((violation) => {
      violationCount += 1;
      if (violationCount > maxViolations) throw overBudget;
      return explainViolation(violation, visited, input);
    });
  }

  function report(visited: VisitedValue): ReadonlySet<string> {
    const { path, value, kept, chosen } = visited;
    const explained = explain(visited).filter(
      (finding) => kept === value || !isCausedByCut(finding, path.length, value),
    );
    const key = toPathKey(path);
    const own = [...(waiting.get(key) ?? []), ...explained.filter((finding) => finding.path.length === path.length)];
    waiting.delete(key);
    findings.push(...keepRootCauses(own, kept));
    const inner = explained.filter((finding) => finding.path.length > path.length);
    const merged = isObject(value) ? mergeMisspelled(inner, value, chosen, input) : inner;
    for (const finding of merged) {
      const innerKey = toPathKey(finding.path);
      const others = waiting.get(innerKey);
      if (others) others.push(finding);
      else waiting.set(innerKey, [finding]);
    }
    return new Set(merged.map((finding) => finding.path[path.length] as string));
  }

  function cut(value: Json, places: readonly Place[], path: readonly string[]): Json {
    let kept = value;
    for (const requirement of places.flatMap((place) => selectByType(value, place.requirements))) {
      if (!sizeKeywords.has(requirement.keyword) || requirement.holds(kept, meter)) continue;
      const size = measureSize(kept);
      const max = Number(requirement.bound);
      if (isObject(kept)) spend(meter, stepsToSort * countMemberSteps(size));
      cutAt.add(toPathKey(path));
      const violations = [{ requirement, details: { size } }];
      const visited = { path, value, kept: value, chosen: places, container: [], violations };
      findings.push(...keepRootCauses(explain(visited), value));
      kept = isObject(kept) ? takeMembers(kept, max) : (kept as readonly Json[]).slice(0, max);
    }
    return kept;
  }

  let kept = candidate;
  try {
    kept = visit(root, candidate, { meter, cut, report });
  } catch (reason) {
    // With too many violations, the findings so far are the result.
    if (reason !== overBudget || violationCount <= maxViolations) throw reason;
  }
  // The members that these findings are about are missing.
  for (const own of waiting.values()) findings.push(...keepRootCauses(own, undefined));
  return {
    kept,
    findings,
    isIncomplete: violationCount > maxViolations,
    wasCut: (path) => cutAt.size > 0 && cutAt.has(toPathKey(path)),
  };
}

function takeMembers(object: JsonObject, max: number): JsonObject {
  const names = Object.keys(object).sort().slice(0, max);
  return Object.fromEntries(names.map((name) => [name, object[name] as Json]));
}

// Whether a finding exists only because the value was cut: it is shorter, or a property is gone.
function isCausedByCut({ code, path }: AnyFinding, depth: number, uncut: Json): boolean {
  if (path.length === depth) return wholeValueCodes.has(code);
  return code === "field.missing" && isObject(uncut) && Object.hasOwn(uncut, path.at(-1) ?? "");
}
