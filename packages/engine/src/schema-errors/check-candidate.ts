import type { Json, JsonObject } from "@assay/contract";
import type { AnyFinding } from "../findings/finding.ts";
import { isObject, selectByType } from "../json/json.ts";
import { toPathKey } from "../json/pointer.ts";
import { countMemberSteps, type Meter, overBudget, spend } from "../meter.ts";
import { acceptsAt } from "../schema/accepts.ts";
import { maxViolations } from "../schema/create-schema-checker.ts";
import type { Place } from "../schema/place.ts";
import { type Violation, type VisitedValue, visit } from "../schema/visit.ts";
import { type ExplainInput, explainViolation } from "./explain-violation.ts";
import { mergeMisspelled } from "./merge-misspelled.ts";
import { measureSize } from "./object-findings.ts";
import { keepRootCauses } from "./root-causes.ts";

/** The values in which something was refused, by the tokens that lead to them. */
export interface Trail {
  get(token: string): Trail | undefined;
}

/** A candidate cut to the limits of its schema, and what was refused in it. */
export interface CheckedCandidate {
  readonly kept: Json;
  readonly refused: readonly VisitedValue[];
  /** Leads to each value that was refused; undefined if none was. */
  readonly trail: Trail | undefined;
  /** Whether there were too many violations to list all of them. */
  readonly isIncomplete: boolean;
  wasCut(path: readonly string[]): boolean;
}

// Findings with these codes can be about an array or object as a whole.
const wholeValueCodes = new Set(["field.value", "list.length", "object.size"]);
const sizeKeywords = new Set(["maxItems", "maxProperties"]);
const stepsToSort = 2;

/**
 * Checks a candidate against its schema and the lists of the rules. Arrays and objects over their limit are cut before
 * anything reads them.
 */
export function checkCandidate(root: Place, candidate: Json, meter: Meter): CheckedCandidate {
  // Most candidates are valid.
  if (acceptsAt(root, candidate, meter))
    return { kept: candidate, refused: [], trail: undefined, isIncomplete: false, wasCut: () => false };
  const refused: VisitedValue[] = [];
  const trail: Tree = new Map();
  const cutAt = new Set<string>();
  let violationCount = 0;

  function report(visited: VisitedValue): void {
    violationCount += visited.violations.length;
    if (violationCount > maxViolations) throw overBudget;
    addPath(trail, visited.path);
    refused.push({ ...visited, path: [...visited.path] });
  }

  function cut(value: Json, places: readonly Place[], path: readonly string[]): Json {
    return cutToLimits(value, places, meter, (violation) => {
      cutAt.add(toPathKey(path));
      report({ path, value, kept: value, chosen: places, container: [], violations: [violation] });
    });
  }

  let kept = candidate;
  try {
    kept = visit(root, candidate, { meter, cut, report });
  } catch (reason) {
    // With too many violations, those so far are the result.
    if (reason !== overBudget || violationCount <= maxViolations) throw reason;
  }
  const isIncomplete = violationCount > maxViolations;
  return { kept, refused, trail, isIncomplete, wasCut: (path) => cutAt.size > 0 && cutAt.has(toPathKey(path)) };
}

/** Explains what was refused, one finding for each mistake. */
export function* explainRefused(refused: readonly VisitedValue[], input: ExplainInput): Generator<AnyFinding, void> {
  // The findings of an object on its members, by the keys of their paths. They wait for those of the members themselves.
  const waiting = new Map<string, AnyFinding[]>();
  for (const visited of refused) {
    const { path, value, kept, chosen, violations } = visited;
    const explained = violations
      .flatMap((violation) => explainViolation(violation, visited, input))
      .filter((finding) => kept === value || !isCausedByCut(finding, path.length, value));
    const key = toPathKey(path);
    const own = explained.filter((finding) => finding.path.length === path.length);
    // It was refused for its size, before it was cut.
    if (violations.some(({ details }) => details.size !== undefined)) {
      yield* keepRootCauses(own, kept);
      continue;
    }
    yield* keepRootCauses([...(waiting.get(key) ?? []), ...own], kept);
    waiting.delete(key);
    const inner = explained.filter((finding) => finding.path.length > path.length);
    for (const finding of isObject(value) ? mergeMisspelled(inner, value, chosen, input) : inner) {
      const innerKey = toPathKey(finding.path);
      const others = waiting.get(innerKey);
      if (others) others.push(finding);
      else waiting.set(innerKey, [finding]);
    }
  }
  // The members that these findings are about were not refused themselves, or are missing.
  for (const own of waiting.values()) yield* keepRootCauses(own, undefined);
}

/** Cuts an array or object to the limits of its places. */
export function cutToLimits(
  value: Json,
  places: readonly Place[],
  meter: Meter,
  report: (violation: Violation) => void = () => {},
): Json {
  let kept = value;
  for (const place of places) {
    for (const requirement of selectByType(value, place.requirements)) {
      if (!sizeKeywords.has(requirement.keyword) || requirement.holds(kept, meter)) continue;
      const size = measureSize(kept);
      const max = Number(requirement.bound);
      if (isObject(kept)) spend(meter, stepsToSort * countMemberSteps(size));
      report({ requirement, details: { size } });
      kept = isObject(kept) ? takeMembers(kept, max) : (kept as readonly Json[]).slice(0, max);
    }
  }
  return kept;
}

type Tree = Map<string, Tree>;

function addPath(tree: Tree, path: readonly string[]): void {
  let node = tree;
  for (const token of path) {
    const inner: Tree = node.get(token) ?? new Map();
    node.set(token, inner);
    node = inner;
  }
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
