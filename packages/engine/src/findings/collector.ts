import type { Json, Severity } from "@assay/contract";
import { comparePaths, toPathKey, toTokenKey, toVisiblePath, valueAt } from "../json/pointer.ts";
import type { AnyFinding, Change } from "./finding.ts";

/** A mistake, its finding at the first place, the number of times it was found, and its first places in order. */
export interface Group {
  first: AnyFinding;
  count: number;
  readonly places: Place[];
}

/** Where a mistake was found, with the value there and what would say the same. */
interface Place {
  readonly path: readonly string[];
  readonly value: Json | undefined;
  readonly fix: Change | undefined;
}

/** Groups findings by mistake; it counts all of them and keeps few. */
export interface Collector {
  /** Adds a finding. True if it is the first of its group. */
  add(finding: AnyFinding): boolean;
  /** Whether there is an error on the value at exactly this path, not only on its name. */
  isWrong(path: readonly string[]): boolean;
  /** Whether an error makes the value at this path, or an ancestor of it, unusable for other checks. */
  isUnusable(path: readonly string[]): boolean;
  /**
   * Whether an error of the schema keeps rules from reading the value at this path: it is unusable, is not the value that it
   * should be, has an entry with a wrong name, or belongs to an unknown branch of a `oneOf`. An error with a fix keeps
   * nothing from being read.
   */
  isUnfit(path: readonly string[]): boolean;
  /** Whether a part of the value at this path is unfit. */
  isUnfitInside(path: readonly string[]): boolean;
  /** Whether there is an error at this path, at an ancestor of it or its tag, or inside the value there. */
  hasErrorAround(path: readonly string[]): boolean;
  hasErrors(): boolean;
  /** Sorted, in the order of an answer. */
  listGroups(): readonly Group[];
  /** In any order. */
  iterateGroups(): Iterable<Group>;
}

// With more places a mistake has no fix.
const maxPlaces = 64;
const rank: { readonly [severity in Severity]: number } = { error: 0, warning: 1, info: 2 };
const unusableCodes = new Set(["field.type", "field.missing", "field.misspelled"]);
// These say that a scalar is not what it should be; its length does not matter to a rule.
const unfitCodes = new Set(["field.value", "field.pattern", "field.format", "field.range"]);

/** Creates a collector for findings on one candidate; `isMapKey` gets the pattern of an object, and a name in it. */
export function createCollector(
  candidate: Json,
  isMapKey: (around: readonly string[], name: string) => boolean = isNever,
): Collector {
  const groups = new Map<string, Group>();
  // By the key of a path: the greatest bearing of an error there.
  const bearings = new Map<string, number>();
  const errors = new Set<string>();
  const aroundErrors = new Set<string>();
  const unfits = new Set<string>();
  const aroundUnfits = new Set<string>();
  // Of each object whose branch is unknown, the properties that do not depend on it.
  const openBranches = new Map<string, readonly string[]>();
  let anyUnusable = false;
  let sorted: readonly Group[] | undefined;

  function remember(finding: AnyFinding): void {
    const around = listKeys(finding.path);
    const at = around.pop() ?? "";
    const parent = around.at(-1) ?? "";
    const weight = weighError(finding);
    anyUnusable ||= weight === 2;
    bearings.set(at, Math.max(weight, bearings.get(at) ?? 0));
    if (finding.code !== "check.failed") {
      errors.add(at);
      for (const key of around) aroundErrors.add(key);
    }
    if (isMisfit(finding)) unfits.add(at);
    // Of a map, its names are what a rule reads.
    if (isOnName(finding)) unfits.add(parent);
    if (isMisfit(finding) || isOnName(finding) || weight === 2) for (const key of around) aroundUnfits.add(key);
    if (finding.outsideBranch && !finding.fix) openBranches.set(parent, finding.outsideBranch);
  }

  const isUnusable = (path: readonly string[]) => anyUnusable && listKeys(path).some((key) => bearings.get(key) === 2);

  return {
    add(finding) {
      sorted = undefined;
      if (finding.severity === "error") remember(finding);
      const key = toGroupKey(finding, candidate, isMapKey);
      const value = finding.params.actual ?? (isOnName(finding) ? finding.params.name : undefined);
      const place = { path: finding.path, value, fix: finding.fix };
      const group = groups.get(key);
      if (!group) {
        groups.set(key, { first: finding, count: 1, places: [place] });
        return true;
      }
      addPlace(group, finding, place);
      return false;
    },
    isWrong: (path) => (bearings.get(toPathKey(path)) ?? 0) > 0,
    isUnusable,
    isUnfit(path) {
      // Asked for every item as soon as there are errors, most of which keep nothing from being read.
      if (!anyUnusable && unfits.size === 0 && openBranches.size === 0) return false;
      const keys = listKeys(path);
      const isInOpenBranch = (key: string, depth: number) =>
        depth < path.length && openBranches.get(key)?.includes(path[depth] ?? "") === false;
      return unfits.has(keys.at(-1) ?? "") || keys.some(isInOpenBranch) || isUnusable(path);
    },
    isUnfitInside: (path) => aroundUnfits.has(toPathKey(path)),
    hasErrorAround(path) {
      const keys = listKeys(path);
      // While the branch is unknown, what is in the object has not been checked.
      return keys.some((key) => errors.has(key) || openBranches.has(key)) || aroundErrors.has(keys.at(-1) ?? "");
    },
    hasErrors: () => bearings.size > 0,
    listGroups() {
      sorted ??= sortGroups([...groups.values()]);
      return sorted;
    },
    iterateGroups: () => groups.values(),
  };
}

const isNever = () => false;

// In order, whatever the order in which the keys of a map were checked.
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

// How much an error keeps other checks from using the value: 2 for all of them. What is under a near name may be another thing.
function weighError({ code, fix }: AnyFinding): number {
  if (fix || code === "check.failed") return 0;
  return unusableCodes.has(code) ? 2 : 1;
}

// What a rule says about a value, and what a schema says about an array or object as a whole, keeps no rule from reading it.
function isMisfit({ code, rule, params, fix }: AnyFinding): boolean {
  return !fix && unfitCodes.has(code) && rule.id === "candidate-schema" && params.actual !== undefined;
}

/** Whether a finding is about the name of an entry of a map. */
export function isOnName({ keyword }: AnyFinding): boolean {
  return keyword === "propertyNames";
}

/** The keys of a path and of everything around it, from the root on. */
function listKeys(path: readonly string[]): string[] {
  const keys = [""];
  for (const token of path) keys.push(`${keys.at(-1)}${toTokenKey(token)}`);
  return keys;
}

function toGroupKey(
  finding: AnyFinding,
  candidate: Json,
  isMapKey: (around: readonly string[], name: string) => boolean,
): string {
  const { code, rule, path, correctedPath = path, groupKey, fix, didYouMean = "", params } = finding;
  // In a wrapper the submitted path is longer.
  const outside = path.length - correctedPath.length;
  const around: string[] = [];
  // The keys of a sample record are output fields, each of which can be wrong in its own way.
  const inMaps = !code.startsWith("sample.");
  let value: Json | undefined = candidate;
  let place = "";
  // The unknown properties of one object are one mistake.
  const last = code === "field.unknown" && params.names !== undefined ? path.length - 1 : path.length;
  for (const [index, token] of path.slice(0, last).entries()) {
    const corrected = correctedPath[index - outside];
    const isEach = Array.isArray(value) || (inMaps && corrected !== undefined && isMapKey(around, corrected));
    // Items of one array, and entries of one map, share a key. No other part begins with an asterisk.
    place += isEach ? "*" : toTokenKey(token);
    if (corrected !== undefined) around.push(isEach ? "*" : corrected);
    value = value === undefined ? undefined : valueAt(value, [token]);
  }
  // The lengths in front keep two different findings from having the same key.
  const kind = `${fix?.kind ?? ""} ${didYouMean.length} ${didYouMean}${groupKey === undefined ? "" : ` ${groupKey}`}`;
  return `${code} ${rule.id} ${rule.at.length} ${place.length} ${rule.at}${place} ${kind}`;
}

function sortGroups(groups: readonly Group[]): readonly Group[] {
  return groups
    .map((group) => ({ group, shown: toVisiblePath(group.first.path) }))
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
