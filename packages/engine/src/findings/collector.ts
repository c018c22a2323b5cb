import type { Json, Severity } from "@assay/contract";
import { comparePaths, pathKey, shownPath, tokenKey, valueAt } from "../json/pointer.ts";
import type { AnyFinding, Related } from "./finding.ts";

/** A mistake, its finding at the first place, the number of times it was found, its first paths in order, and the values there. */
export interface Group {
  first: AnyFinding;
  /** Where else the author should look, besides what the first finding names. */
  readonly related: Related[];
  count: number;
  readonly paths: (readonly string[])[];
  readonly values: (Json | undefined)[];
}

/** Groups findings by mistake; it counts all of them and keeps few. */
export interface Collector {
  /** Adds a finding, and tells whether it is the first of its group. */
  add(finding: AnyFinding): boolean;
  /** The first error at exactly this path. */
  errorAt(path: readonly string[]): AnyFinding | undefined;
  /** Whether there is an error on the value at exactly this path, not only on its name. */
  isWrong(path: readonly string[]): boolean;
  /** Adds to the error at exactly this path where else the author should look, unless it names a place of its own. */
  relate(path: readonly string[], related: Related): void;
  /** The error that makes the value at this path, or an ancestor of it, unusable for other checks. */
  unusable(path: readonly string[]): AnyFinding | undefined;
  /**
   * The error of the schema that keeps rules from reading the value at this path: it is unusable, is not the value that it
   * should be, has an entry with a wrong name, or belongs to a branch of a `oneOf` that nobody knows. Errors that `isSettled` accepts do not count.
   */
  unfit(path: readonly string[], isSettled?: (finding: AnyFinding) => boolean): AnyFinding | undefined;
  /** The errors inside the value at this path that make parts of it unfit: the first in the document is the first of them. */
  unfitInside(path: readonly string[]): readonly AnyFinding[];
  /** An error at this path, at an ancestor of it or its tag, or inside the value there: the nearest of them. */
  errorAround(path: readonly string[]): AnyFinding | undefined;
  hasErrors(): boolean;
  /** Sorted, in the order of an answer. */
  groups(): readonly Group[];
  /** In any order. */
  unordered(): Iterable<Group>;
}

// As many paths as usually fit into the patch of one fix.
const maxPaths = 64;
const rank: { readonly [severity in Severity]: number } = { error: 0, warning: 1, info: 2 };
const makesUnusable = new Set(["field.type", "field.missing"]);
// These say that a scalar is not what it should be; its length does not matter to a rule.
const makesUnfit = new Set(["field.value", "field.pattern", "field.format", "field.range"]);
// These say nothing about the value: its name is wrong, or a rule could not be evaluated.
const notOnValue = new Set(["field.misspelled", "check.failed"]);

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

  const unusable = (path: readonly string[], isSettled: (finding: AnyFinding) => boolean) => {
    for (let length = 0; anyUnusable && length <= path.length; length += 1) {
      const finding = firstErrors.get(pathKey(path.slice(0, length)));
      if (finding && makesUnusable.has(finding.code) && !isSettled(finding)) return finding;
    }
    return undefined;
  };

  return {
    add(finding) {
      sorted = undefined;
      const key = keyOf(finding, candidate, isMapKey);
      if (finding.severity === "error") {
        const at = pathKey(finding.path);
        anyUnusable ||= makesUnusable.has(finding.code);
        const known = firstErrors.get(at);
        // A property can be misspelled and of the wrong type: the wrong type is what keeps checks from running.
        if (!known || bearing(finding) > bearing(known)) firstErrors.set(at, finding);
        if (finding.code !== "check.failed") errorsInside.add(finding);
        if (isMisfit(finding) && !misfits.has(at)) misfits.set(at, finding);
        if (isMisfit(finding) || makesUnusable.has(finding.code) || isOnName(finding)) unfitsInside.add(finding);
        if (isOnName(finding)) {
          const map = pathKey(finding.path.slice(0, -1));
          const other = wrongNames.get(map);
          if (!other || comparePaths(finding.path, other.path) < 0) wrongNames.set(map, finding);
        }
        if (finding.outsideBranch) openBranches.set(pathKey(finding.path.slice(0, -1)), finding);
      }
      const actual = finding.params.actual ?? (isOnName(finding) ? finding.params.name : undefined);
      const group = groups.get(key);
      if (!group) {
        groups.set(key, { first: finding, related: [], count: 1, paths: [finding.path], values: [actual] });
        return true;
      }
      addPlace(group, finding, actual);
      return false;
    },
    errorAt: (path) => firstErrors.get(pathKey(path)),
    isWrong(path) {
      const finding = firstErrors.get(pathKey(path));
      return finding !== undefined && bearing(finding) > 0;
    },
    relate(path, related) {
      const finding = firstErrors.get(pathKey(path));
      const group = finding && groups.get(keyOf(finding, candidate, isMapKey));
      if (group && !group.first.related) group.related.push(related);
    },
    unusable: (path) => unusable(path, never),
    unfit(path, isSettled = never) {
      const misfit = misfits.size === 0 ? undefined : misfits.get(pathKey(path));
      if (misfit && !isSettled(misfit)) return misfit;
      // Of a map, its names are what a rule reads.
      const wrongName = wrongNames.size === 0 ? undefined : wrongNames.get(pathKey(path));
      if (wrongName && !isSettled(wrongName)) return wrongName;
      for (let length = 0; openBranches.size > 0 && length < path.length; length += 1) {
        const tag = openBranches.get(pathKey(path.slice(0, length)));
        if (tag && !tag.outsideBranch?.includes(path[length] ?? "") && !isSettled(tag)) return tag;
      }
      return unusable(path, isSettled);
    },
    unfitInside: unfitsInside.in,
    errorAround(path) {
      for (let length = path.length; length >= 0; length -= 1) {
        const finding = firstErrors.get(pathKey(path.slice(0, length)));
        if (finding && finding.code !== "check.failed") return finding;
        // While the branch is not known, nobody has checked what is in the object.
        const tag = openBranches.get(pathKey(path.slice(0, length)));
        if (tag) return tag;
      }
      return errorsInside.in(path)[0];
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
function addPlace(group: Group, finding: AnyFinding, actual: Json | undefined): void {
  const { paths, values } = group;
  group.count += 1;
  let index = paths.length;
  while (index > 0 && comparePaths(finding.path, paths[index - 1] ?? []) < 0) index -= 1;
  if (index === 0) group.first = finding;
  if (index === maxPaths) return;
  paths.splice(index, 0, finding.path);
  values.splice(index, 0, actual);
  if (paths.length > maxPaths) {
    paths.pop();
    values.pop();
  }
}

// How much an error tells about what other checks can do with the value.
function bearing({ code }: AnyFinding): number {
  return makesUnusable.has(code) ? 2 : notOnValue.has(code) ? 0 : 1;
}

// What a rule says about a value, and what a schema says about an array or object as a whole, keeps no rule from reading it.
function isMisfit({ code, rule, params }: AnyFinding): boolean {
  return makesUnfit.has(code) && rule.id === "candidate-schema" && params.actual !== undefined;
}

/** Whether a finding is about the name of an entry of a map. */
export function isOnName({ code, message }: AnyFinding): boolean {
  return code === "field.unknown" && (message === "name" || message === "nameOfForm");
}

/** The errors inside each value, entered when somebody asks: for most candidates nobody does. */
function createErrorsInside() {
  const inside = new Map<string, AnyFinding[]>();
  let added: AnyFinding[] = [];
  return {
    add: (finding: AnyFinding) => void added.push(finding),
    /** The first of them is the first in the document, whatever the order in which they were found. */
    in(path: readonly string[]): readonly AnyFinding[] {
      for (const finding of added) {
        for (let length = 0; length < finding.path.length; length += 1) {
          const key = pathKey(finding.path.slice(0, length));
          const known = inside.get(key);
          if (!known) inside.set(key, [finding]);
          else if (comparePaths(finding.path, known[0]?.path ?? []) < 0) known.unshift(finding);
          else known.push(finding);
        }
      }
      added = [];
      return inside.get(pathKey(path)) ?? [];
    },
  };
}

function keyOf(
  finding: AnyFinding,
  candidate: Json,
  isMapKey: (around: readonly string[], name: string) => boolean,
): string {
  const { code, rule, path, correctedPath = path, groupKey } = finding;
  // In a wrapper the submitted path is longer.
  const outside = path.length - correctedPath.length;
  const around: string[] = [];
  // The keys of a sample record are output fields, each of which can be wrong in its own way.
  const inMaps = !code.startsWith("sample.");
  let value: Json | undefined = candidate;
  let place = "";
  for (const [index, token] of path.entries()) {
    const corrected = correctedPath[index - outside];
    const isEach = Array.isArray(value) || (inMaps && corrected !== undefined && isMapKey(around, corrected));
    // Items of one array, and entries of one map, share a key. No other part begins with an asterisk.
    place += isEach ? "*" : tokenKey(token);
    if (corrected !== undefined) around.push(isEach ? "*" : corrected);
    value = value === undefined ? undefined : valueAt(value, [token]);
  }
  // The lengths in front keep two different findings from having the same key.
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
