import type { Json, Severity } from "@assay/contract";
import { comparePaths, pathKey, shownPath, tokenKey, valueAt } from "../json/pointer.ts";
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
  /** Adds a finding, and tells whether it is the first of its group. */
  add(finding: AnyFinding): boolean;
  /** The first error at exactly this path. */
  errorAt(path: readonly string[]): AnyFinding | undefined;
  /** Whether there is an error on the value at exactly this path, not only on its name. */
  isWrong(path: readonly string[]): boolean;
  /** The error that makes the value at this path, or an ancestor of it, unusable for other checks. */
  unusable(path: readonly string[]): AnyFinding | undefined;
  /**
   * The error of the schema that keeps rules from reading the value at this path: it is unusable, is not the value that it
   * should be, has an entry with a wrong name, or belongs to a branch of a `oneOf` that nobody knows. An error with a fix keeps
   * nothing from being read.
   */
  unfit(path: readonly string[]): AnyFinding | undefined;
  /** The first error in the document inside the value at this path that makes a part of it unfit. */
  unfitInside(path: readonly string[]): AnyFinding | undefined;
  /** An error at this path, at an ancestor of it or its tag, or inside the value there: the nearest of them. */
  errorAround(path: readonly string[]): AnyFinding | undefined;
  hasErrors(): boolean;
  /** Sorted, in the order of an answer. */
  groups(): readonly Group[];
  /** In any order. */
  unordered(): Iterable<Group>;
}

// With more places a mistake has no fix.
const maxPlaces = 64;
const rank: { readonly [severity in Severity]: number } = { error: 0, warning: 1, info: 2 };
const makesUnusable = new Set(["field.type", "field.missing", "field.misspelled"]);
// These say that a scalar is not what it should be; its length does not matter to a rule.
const makesUnfit = new Set(["field.value", "field.pattern", "field.format", "field.range"]);
// This says nothing about the value: a rule could not be evaluated.
const notOnValue = new Set(["check.failed"]);

/** Creates a collector for findings on one candidate; `isMapKey` gets the pattern of an object, and a name in it. */
export function createCollector(
  candidate: Json,
  isMapKey: (around: readonly string[], name: string) => boolean = never,
): Collector {
  const groups = new Map<string, Group>();
  const firstErrors = new Map<string, AnyFinding>();
  const errorsInside = createErrorsInside();
  const unfitsInside = createErrorsInside();
  const misfits = new Map<string, AnyFinding>();
  const openBranches = new Map<string, AnyFinding>();
  const wrongNames = new Map<string, AnyFinding>();
  let anyUnusable = false;
  let sorted: readonly Group[] | undefined;

  const unusable = (path: readonly string[]) => {
    for (let length = 0; anyUnusable && length <= path.length; length += 1) {
      const finding = firstErrors.get(pathKey(path.slice(0, length)));
      if (finding && bearing(finding) === 2) return finding;
    }
    return undefined;
  };

  return {
    add(finding) {
      sorted = undefined;
      const key = keyOf(finding, candidate, isMapKey);
      if (finding.severity === "error") {
        const at = pathKey(finding.path);
        anyUnusable ||= bearing(finding) === 2;
        const known = firstErrors.get(at);
        // A property can have a near name and be of the wrong type: what keeps checks from running counts.
        if (!known || bearing(finding) > bearing(known)) firstErrors.set(at, finding);
        if (finding.code !== "check.failed") errorsInside.add(finding);
        if (isMisfit(finding) && !misfits.has(at)) misfits.set(at, finding);
        if (isMisfit(finding) || bearing(finding) === 2 || isOnName(finding)) unfitsInside.add(finding);
        if (isOnName(finding)) {
          const map = pathKey(finding.path.slice(0, -1));
          const other = wrongNames.get(map);
          if (!other || comparePaths(finding.path, other.path) < 0) wrongNames.set(map, finding);
        }
        if (finding.outsideBranch && !finding.fix) openBranches.set(pathKey(finding.path.slice(0, -1)), finding);
      }
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
    errorAt: (path) => firstErrors.get(pathKey(path)),
    isWrong(path) {
      const finding = firstErrors.get(pathKey(path));
      return finding !== undefined && bearing(finding) > 0;
    },
    unusable,
    unfit(path) {
      const misfit = misfits.size === 0 ? undefined : misfits.get(pathKey(path));
      if (misfit) return misfit;
      // Of a map, its names are what a rule reads.
      const wrongName = wrongNames.size === 0 ? undefined : wrongNames.get(pathKey(path));
      if (wrongName) return wrongName;
      for (let length = 0; openBranches.size > 0 && length < path.length; length += 1) {
        const tag = openBranches.get(pathKey(path.slice(0, length)));
        if (tag && !tag.outsideBranch?.includes(path[length] ?? "")) return tag;
      }
      return unusable(path);
    },
    unfitInside: unfitsInside.firstIn,
    errorAround(path) {
      for (let length = path.length; length >= 0; length -= 1) {
        const finding = firstErrors.get(pathKey(path.slice(0, length)));
        if (finding && finding.code !== "check.failed") return finding;
        // While the branch is not known, nobody has checked what is in the object.
        const tag = openBranches.get(pathKey(path.slice(0, length)));
        if (tag) return tag;
      }
      return errorsInside.firstIn(path);
    },
    hasErrors: () => firstErrors.size > 0,
    groups() {
      sorted ??= inOrder([...groups.values()]);
      return sorted;
    },
    unordered: () => groups.values(),
  };
}

const never = () => false;

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

// How much an error tells about what other checks can do with the value. What is under a near name may be another thing.
function bearing({ code, fix }: AnyFinding): number {
  if (fix || notOnValue.has(code)) return 0;
  return makesUnusable.has(code) ? 2 : 1;
}

// What a rule says about a value, and what a schema says about an array or object as a whole, keeps no rule from reading it.
function isMisfit({ code, rule, params, fix }: AnyFinding): boolean {
  return !fix && makesUnfit.has(code) && rule.id === "candidate-schema" && params.actual !== undefined;
}

/** Whether a finding is about the name of an entry of a map. */
export function isOnName({ keyword }: AnyFinding): boolean {
  return keyword === "propertyNames";
}

/** The errors inside each value, entered when somebody asks: for most candidates nobody does. */
function createErrorsInside() {
  const inside = new Map<string, AnyFinding>();
  let added: AnyFinding[] = [];
  return {
    add: (finding: AnyFinding) => void added.push(finding),
    /** The first in the document, whatever the order in which they were found. */
    firstIn(path: readonly string[]): AnyFinding | undefined {
      for (const finding of added) {
        for (let length = 0; length < finding.path.length; length += 1) {
          const key = pathKey(finding.path.slice(0, length));
          const known = inside.get(key);
          if (!known || comparePaths(finding.path, known.path) < 0) inside.set(key, finding);
        }
      }
      added = [];
      return inside.get(pathKey(path));
    },
  };
}

function keyOf(
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
    place += isEach ? "*" : tokenKey(token);
    if (corrected !== undefined) around.push(isEach ? "*" : corrected);
    value = value === undefined ? undefined : valueAt(value, [token]);
  }
  // The lengths in front keep two different findings from having the same key.
  const kind = `${fix?.kind ?? ""} ${didYouMean.length} ${didYouMean}${groupKey === undefined ? "" : ` ${groupKey}`}`;
  return `${code} ${rule.id} ${rule.at.length} ${place.length} ${rule.at}${place} ${kind}`;
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
