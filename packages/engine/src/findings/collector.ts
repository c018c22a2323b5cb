import type { Json, Severity } from "@assay/contract";
import { comparePaths, escapeToken, pointerOf, valueAt } from "../json/pointer.ts";
import { shownPath } from "../json/shown-pointer.ts";
import type { AnyFinding } from "./finding.ts";

/** A mistake, how often it was found, and the first places where. */
export interface Group {
  readonly first: AnyFinding;
  count: number;
  readonly paths: (readonly string[])[];
}

/** Gathers findings, one group per mistake; keeps little, counts everything. */
export interface Collector {
  /** Takes a finding, and tells whether it is the first of a mistake. */
  add(finding: AnyFinding): boolean;
  /** The first error at this very place. */
  errorAt(path: readonly string[]): AnyFinding | undefined;
  /** The error that makes the value at this place, or an ancestor of it, unusable for other checks. */
  unusable(path: readonly string[]): AnyFinding | undefined;
  /** Whether the object at this place lacks a member. */
  lacks(path: readonly string[]): boolean;
  hasErrors(): boolean;
  /** In the order of an answer. */
  groups(): readonly Group[];
  /** In no order that means anything. */
  unordered(): Iterable<Group>;
}

// As many as a fix can mend within its size.
const maxPaths = 16;
const rank: { readonly [severity in Severity]: number } = { error: 0, warning: 1, info: 2 };
const makesUnusable = new Set(["field.type", "field.missing"]);
const saysMissing = new Set(["field.missing", "sample.field-missing"]);

/** Creates a collector for findings on one candidate. */
export function createCollector(candidate: Json): Collector {
  const groups = new Map<string, Group>();
  const firstErrors = new Map<string, AnyFinding>();
  const lacking = new Set<string>();
  let anyUnusable = false;
  let sorted: readonly Group[] | undefined;

  return {
    add(finding) {
      sorted = undefined;
      if (finding.severity === "error") {
        const at = pointerOf(finding.path);
        anyUnusable ||= makesUnusable.has(finding.code);
        const known = firstErrors.get(at);
        // A member can be misspelled and, beyond that, of the wrong type: the latter is what keeps checks from running.
        if (!known || (makesUnusable.has(finding.code) && !makesUnusable.has(known.code))) firstErrors.set(at, finding);
      }
      if (saysMissing.has(finding.code)) lacking.add(pointerOf(finding.path.slice(0, -1)));
      const key = keyOf(finding, candidate);
      const group = groups.get(key);
      if (!group) {
        groups.set(key, { first: finding, count: 1, paths: [finding.path] });
        return true;
      }
      group.count += 1;
      if (group.paths.length < maxPaths) group.paths.push(finding.path);
      return false;
    },
    errorAt: (path) => firstErrors.get(pointerOf(path)),
    unusable(path) {
      for (let length = 0; anyUnusable && length <= path.length; length += 1) {
        const finding = firstErrors.get(pointerOf(path.slice(0, length)));
        if (finding && makesUnusable.has(finding.code)) return finding;
      }
      return undefined;
    },
    lacks: (path) => lacking.has(pointerOf(path)),
    hasErrors: () => firstErrors.size > 0,
    groups() {
      sorted ??= inOrder([...groups.values()]);
      return sorted;
    },
    unordered: () => groups.values(),
  };
}

function keyOf(finding: AnyFinding, candidate: Json): string {
  const { code, rule, path, groupKey } = finding;
  let value: Json | undefined = candidate;
  let place = "";
  for (const token of path) {
    // No escaped name begins with a tilde that stands alone.
    place += Array.isArray(value) ? "/~" : `/${escapeToken(token)}`;
    value = value === undefined ? undefined : valueAt(value, [token]);
  }
  // With their lengths in front, no two texts can run into one another.
  return `${code} ${rule.id} ${rule.at.length} ${place.length} ${rule.at}${place}${groupKey === undefined ? "" : ` ${groupKey}`}`;
}

function inOrder(groups: readonly Group[]): readonly Group[] {
  return groups
    .map((group) => ({ group, shown: shownPath(group.first.path) }))
    .sort((a, b) => compareGroups(a.group, b.group, comparePaths(a.shown, b.shown)))
    .map(({ group }) => group);
}

function compareGroups(a: Group, b: Group, byPath: number): number {
  return (
    rank[a.first.severity] - rank[b.first.severity] ||
    byPath ||
    compareText(a.first.code, b.first.code) ||
    compareText(a.first.rule.id, b.first.rule.id) ||
    compareText(a.first.rule.at, b.first.rule.at) ||
    comparePaths(a.first.path, b.first.path)
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
