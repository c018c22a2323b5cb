import type { Json, Severity } from "@assay/contract";
import { comparePaths, toTokenKey, toVisiblePath, valueAt } from "../json/pointer.ts";
import type { IsMapKey } from "../schema/find-places.ts";
import { createErrorPlaces, type ErrorPlaces } from "./error-places.ts";
import { type AnyFinding, type Change, isAboutName } from "./finding.ts";

/** All findings on one mistake: the first in path order, how many there are, and their first places, sorted by path. */
export interface Group {
  first: AnyFinding;
  count: number;
  readonly places: Place[];
}

/** Where a mistake was found, with the value there and its fix. */
interface Place {
  readonly path: readonly string[];
  readonly value: Json | undefined;
  readonly fix: Change | undefined;
}

/** Collects the findings on one candidate and groups the findings on the same mistake. */
export interface Collector {
  /** Adds a finding, and returns true if it is the first of its group. */
  add(finding: AnyFinding): boolean;
  /** The places of the errors without a fix. Checks read what a fix writes. */
  readonly errors: ErrorPlaces;
  /** Whether no error has been added, with or without a fix. */
  isValid(): boolean;
  /** The groups in the order in which an answer lists them. */
  listGroups(): readonly Group[];
}

// All findings are counted, but a group keeps at most this many places. A mistake with more places gets no fix.
const maxPlaces = 64;
const severityRank: { readonly [severity in Severity]: number } = { error: 0, warning: 1, info: 2 };

/** Creates a collector for findings on one candidate. */
export function createCollector(candidate: Json, isMapKey: IsMapKey = () => false): Collector {
  const groups = new Map<string, Group>();
  // A group key can contain the names of thousands of properties, so keys of groups contain its number instead.
  const groupKeys = new Map<string | undefined, number>();
  const errors = createErrorPlaces();
  let sorted: readonly Group[] | undefined;
  let isValid = true;

  return {
    add(finding) {
      sorted = undefined;
      if (finding.severity === "error") {
        isValid = false;
        if (!finding.fix) errors.add(finding);
      }
      const { groupKey } = finding;
      const number = groupKeys.get(groupKey) ?? groupKeys.size;
      groupKeys.set(groupKey, number);
      const key = `${number} ${toGroupKey(finding, candidate, isMapKey)}`;
      const value = finding.params.actual ?? (isAboutName(finding) ? finding.params.name : undefined);
      const place = { path: finding.path, value, fix: finding.fix };
      const group = groups.get(key);
      if (!group) {
        groups.set(key, { first: finding, count: 1, places: [place] });
        return true;
      }
      addPlace(group, finding, place);
      return false;
    },
    errors,
    isValid: () => isValid,
    listGroups() {
      sorted ??= sortGroups([...groups.values()]);
      return sorted;
    },
  };
}

// Keeps the places sorted by path, because findings on the keys of a map arrive in any order.
function addPlace(group: Group, finding: AnyFinding, place: Place): void {
  const { places } = group;
  group.count += 1;
  let index = places.length;
  while (index > 0 && comparePaths(place.path, places[index - 1]?.path ?? []) < 0) index -= 1;
  if (index === 0) group.first = finding;
  if (index === maxPlaces) return;
  places.splice(index, 0, place);
  if (places.length > maxPlaces) places.pop();
}

// Findings with equal keys and equal `groupKey` are the same mistake: their paths differ only in array indexes and map keys.
function toGroupKey(finding: AnyFinding, candidate: Json, isMapKey: IsMapKey): string {
  const { code, rule, path, correctedPath = path, fix, didYouMean = "", params } = finding;
  // If the candidate is inside a wrapper, the submitted path begins with the path of the wrapper.
  const wrapperDepth = path.length - correctedPath.length;
  // The keys of a sample record are output fields, and each field can have its own mistake.
  const mergesMapKeys = !code.startsWith("sample.");
  // All unknown properties of one object are one mistake.
  const end = code === "field.unknown" && params.names !== undefined ? path.length - 1 : path.length;
  const pattern: string[] = [];
  let pathKey = "";
  let value: Json | undefined = candidate;
  for (const [index, token] of path.slice(0, end).entries()) {
    const corrected = correctedPath[index - wrapperDepth];
    const isRepeated =
      Array.isArray(value) || (mergesMapKeys && corrected !== undefined && isMapKey(pattern, corrected));
    // An asterisk cannot be mistaken for a name, because the key of a name begins with a digit.
    pathKey += isRepeated ? "*" : toTokenKey(token);
    if (corrected !== undefined) pattern.push(isRepeated ? "*" : corrected);
    value = value === undefined ? undefined : valueAt(value, [token]);
  }
  // The lengths ensure that different findings never get the same key.
  const kind = `${fix?.kind ?? ""} ${didYouMean.length} ${didYouMean}`;
  return `${code} ${rule.id} ${rule.at.length} ${pathKey.length} ${rule.at}${pathKey} ${kind}`;
}

function sortGroups(groups: readonly Group[]): readonly Group[] {
  return groups
    .map((group) => ({ group, visiblePath: toVisiblePath(group.first.path) }))
    .sort((a, b) => compareGroups(a.group, b.group, comparePaths(a.visiblePath, b.visiblePath)))
    .map(({ group }) => group);
}

function compareGroups(a: Group, b: Group, pathOrder: number): number {
  return (
    severityRank[a.first.severity] - severityRank[b.first.severity] ||
    pathOrder ||
    compareText(a.first.code, b.first.code) ||
    compareText(a.first.rule.id, b.first.rule.id) ||
    compareText(a.first.rule.at, b.first.rule.at) ||
    comparePaths(a.first.path, b.first.path)
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
