import type { Json, JsonObject } from "@assay/contract";
import type { AnyFinding } from "../findings/finding.ts";
import { countMembers, isObject, readMember } from "../json/json.ts";
import { toPathKey } from "../json/pointer.ts";
import { countMemberSteps, overBudget, spend } from "../meter.ts";
import { acceptsAt } from "../schema/accepts.ts";
import { maxViolations } from "../schema/create-schema-checker.ts";
import type { Part, Place } from "../schema/place.ts";
import { type Violation, type VisitedValue, visit } from "../schema/visit.ts";
import { type ExplainInput, explainViolation } from "./explain-violation.ts";
import { mergeMisspelled } from "./merge-misspelled.ts";
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

  function explain(violations: readonly Violation[], visited: VisitedValue): readonly AnyFinding[] {
    return violations.flatMap((violation) => {
      violationCount += 1;
      if (violationCount > maxViolations) throw overBudget;
      return explainViolation(violation, visited, input);
    });
  }

  function report(visited: VisitedValue): ReadonlySet<string> {
    const { path, value, kept, chosen, violations } = visited;
    const explained = explain(violations, visited).filter(
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
    for (const place of places) {
      for (const part of place.limited) {
        const { maxItems, maxProperties } = part.schema as JsonObject;
        if (Array.isArray(kept)) {
          if (typeof maxItems !== "number" || kept.length <= maxItems) continue;
          reportOversized("maxItems", part, kept.length, { path, value, places });
          kept = kept.slice(0, maxItems);
        } else if (typeof maxProperties === "number") {
          const object = kept as JsonObject;
          const size = countMembers(object);
          spend(meter, countMemberSteps(size));
          if (size <= maxProperties) continue;
          spend(meter, stepsToSort * countMemberSteps(size));
          reportOversized("maxProperties", part, size, { path, value, places });
          const names = Object.keys(object).sort().slice(0, maxProperties);
          kept = Object.fromEntries(names.map((name) => [name, object[name] as Json]));
        }
      }
    }
    return kept;
  }

  function reportOversized(
    keyword: "maxItems" | "maxProperties",
    part: Part,
    size: number,
    { path, value, places }: Pick<VisitedValue, "path" | "value" | "places">,
  ): void {
    cutAt.add(toPathKey(path));
    const bound = readMember(part.schema as JsonObject, keyword) as Json;
    const violation = { requirement: { keyword, bound, part, holds: () => false }, details: { size } };
    const visited = { path, value, kept: value, places, chosen: places, container: [], violations: [violation] };
    findings.push(...keepRootCauses(explain(visited.violations, visited), value));
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

// Whether a finding exists only because the value was cut: it is shorter, or a property is gone.
function isCausedByCut({ code, path }: AnyFinding, depth: number, uncut: Json): boolean {
  if (path.length === depth) return wholeValueCodes.has(code);
  return code === "field.missing" && isObject(uncut) && Object.hasOwn(uncut, path.at(-1) ?? "");
}
