import { toPathKey, toTokenKey } from "../json/pointer.ts";
import { type AnyFinding, isAboutName } from "./finding.ts";

/** Where errors without a fix were reported on a candidate, so that a check can find out which values it can still read. */
export interface ErrorPlaces {
  hasErrors(): boolean;
  /** Whether an error other than `check.failed` was reported at exactly this path. */
  hasError(path: readonly string[]): boolean;
  /** Whether the value at this path, or one of its ancestors, is missing, misspelled or of the wrong type. */
  isMissingOrMistyped(path: readonly string[]): boolean;
  /**
   * Whether schema errors prevent rules from reading the value at this path: it is missing or mistyped, it is a scalar that
   * violates its schema (except in length), the name of one of its entries is invalid, or it belongs to a `oneOf` branch that
   * cannot be determined.
   */
  isUnreadable(path: readonly string[]): boolean;
  /** Whether schema errors prevent rules from reading at least one value inside the value at this path. */
  hasUnreadableInside(path: readonly string[]): boolean;
  /** Whether there is an error at this path, at one of its ancestors, or inside the value. */
  hasErrorAround(path: readonly string[]): boolean;
}

// An unknown property might not be the known property that it resembles, so rules cannot rely on its value.
const missingOrMistypedCodes = new Set(["field.type", "field.missing", "field.misspelled"]);
// Not `field.length`: rules can read a string that is too long or too short.
const invalidScalarCodes = new Set(["field.value", "field.pattern", "field.format", "field.range"]);

/** Creates an empty record of error places. Each set below contains keys of paths. */
export function createErrorPlaces(): ErrorPlaces & { add(error: AnyFinding): void } {
  const errors = new Set<string>();
  const ancestorsOfErrors = new Set<string>();
  const missingOrMistyped = new Set<string>();
  const unreadable = new Set<string>();
  const ancestorsOfUnreadable = new Set<string>();
  // Objects whose `oneOf` branch cannot be determined, each with the properties that all branches share.
  const unknownBranches = new Map<string, readonly string[]>();
  let hasErrors = false;

  const isMissingOrMistyped = (path: readonly string[]) =>
    missingOrMistyped.size > 0 && listKeys(path).some((key) => missingOrMistyped.has(key));

  return {
    add(error) {
      const { code, path, covers, sharedByBranches } = error;
      if (covers) this.add({ ...error, code: "field.missing", path: covers, covers: undefined } as AnyFinding);
      const ancestors = listKeys(path);
      const key = ancestors.pop() ?? "";
      const parent = ancestors.at(-1) ?? "";
      hasErrors = true;
      // A rule that could not be evaluated does not make the value incorrect.
      if (code !== "check.failed") {
        errors.add(key);
        for (const ancestor of ancestors) ancestorsOfErrors.add(ancestor);
      }
      const isMistyped = missingOrMistypedCodes.has(code);
      if (isMistyped) missingOrMistyped.add(key);
      if (isInvalidScalar(error)) unreadable.add(key);
      // Rules that read a map also read the names of its entries.
      if (isAboutName(error)) unreadable.add(parent);
      if (isMistyped || isInvalidScalar(error) || isAboutName(error))
        for (const ancestor of ancestors) ancestorsOfUnreadable.add(ancestor);
      if (sharedByBranches) unknownBranches.set(parent, sharedByBranches);
    },
    hasErrors: () => hasErrors,
    hasError: (path) => errors.has(toPathKey(path)),
    isMissingOrMistyped,
    isUnreadable(path) {
      // Once there is an error, rules call this for every item, but most errors leave every value readable.
      if (missingOrMistyped.size + unreadable.size + unknownBranches.size === 0) return false;
      const keys = listKeys(path);
      const dependsOnBranch = (key: string, depth: number) =>
        depth < path.length && unknownBranches.get(key)?.includes(path[depth] ?? "") === false;
      return unreadable.has(keys.at(-1) ?? "") || keys.some(dependsOnBranch) || isMissingOrMistyped(path);
    },
    hasUnreadableInside: (path) => ancestorsOfUnreadable.has(toPathKey(path)),
    hasErrorAround(path) {
      const keys = listKeys(path);
      // An object whose branch is unknown counts, because its properties have not been checked.
      return (
        keys.some((key) => errors.has(key) || unknownBranches.has(key)) || ancestorsOfErrors.has(keys.at(-1) ?? "")
      );
    },
  };
}

// Errors that rules report, and schema errors about a whole array or object, which have no `actual`, do not count.
function isInvalidScalar({ code, rule, params }: AnyFinding): boolean {
  return invalidScalarCodes.has(code) && rule.id === "candidate-schema" && params.actual !== undefined;
}

/** The keys of a path and all its ancestors, beginning with the root. */
function listKeys(path: readonly string[]): string[] {
  const keys = [""];
  for (const token of path) keys.push(`${keys.at(-1)}${toTokenKey(token)}`);
  return keys;
}
