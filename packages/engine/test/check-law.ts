import {
  codesAboutNames,
  combineFixes,
  type Diagnostic,
  formatPointer,
  type Json,
  limits,
  type PatchOperation,
  parsePointer,
  patchJson,
  type Verdict,
} from "@assay/contract";
import { engine } from "@assay/testing/cases/run-case";
import type { ValidateInput } from "../src/index.ts";

/** How the answer about a candidate compares with the answer after all its fixes were applied. */
export interface CheckedLaw {
  readonly fixes: number;
  /** Each place that only one of the answers reports, and each fix that only the second one offers. */
  readonly faults: readonly string[];
}

/**
 * Applies all fixes of an answer and validates again. The second answer must report exactly what had no fix, at the
 * places to which the patch moved it, must be valid if no error is among that, and must offer no other fix.
 */
export function checkLaw(input: ValidateInput): CheckedLaw {
  const before = engine.validate(input);
  const fixes = before.diagnostics.filter(({ fix }) => fix).length;
  if (!isComplete(before) || fixes === 0) return { fixes: 0, faults: [] };
  const patch = combineFixes(before.diagnostics);
  const patched = patchJson(input.candidate as Json, patch);
  if (patched.kind !== "ok") return { fixes, faults: [`misfit: ${patched.reason}`] };
  const after = engine.validate({ ...input, candidate: patched.value });
  if (!isComplete(after)) return { fixes, faults: [] };
  const toPatched = createPathConversion(patch);
  const open = before.diagnostics.filter(({ fix }) => !fix).map((each) => toReport(each, toPatched));
  const reported = after.diagnostics.map((each) => toReport(each, (path) => [path]));
  const isValid = !open.some(({ key, places }) => key.startsWith("error") && places.length > 0);
  const faults = [
    ...listAdded(reported, open).map((place) => `lost: ${place}`),
    ...listAdded(open, reported).map((place) => `new: ${place}`),
    ...reported.filter((each) => hasNewFix(each, open, patch)).map(({ places }) => `new fix: ${places[0]}`),
    ...(after.valid === isValid ? [] : [`valid: ${after.valid}`]),
  ];
  return { fixes, faults: [...new Set(faults)] };
}

// Of an answer that was cut or that is about too much work, nothing can be said.
function isComplete({ diagnostics, omitted }: Verdict): boolean {
  return omitted === undefined && !diagnostics.some(({ code }) => code === "check.budget");
}

/** What a diagnostic reports, and where in the patched candidate. */
interface Report {
  readonly key: string;
  /** Each with the key. */
  readonly places: readonly string[];
  /** Whether there can be more places: an answer lists only the first. */
  readonly isCut: boolean;
  readonly fix: readonly PatchOperation[] | undefined;
}

function toReport(diagnostic: Diagnostic, toPatched: PathConversion): Report {
  const { severity, code, rule = "", path, paths = [path], fix } = diagnostic;
  const key = `${severity} ${code} ${rule}`;
  const places = paths.flatMap((each) => toPatched(each, code)).map((place) => `${key} ${place}`);
  return { key, places, isCut: paths.length === limits.pathsPerDiagnostic, fix };
}

// Lists the places that only `reports` have.
function listAdded(known: readonly Report[], reports: readonly Report[]): readonly string[] {
  const knownPlaces = new Set(known.flatMap(({ places }) => places));
  const cut = new Set(known.filter(({ isCut }) => isCut).map(({ key }) => key));
  return reports.flatMap(({ key, places }) => (cut.has(key) ? [] : places.filter((place) => !knownPlaces.has(place))));
}

// A fix for very many places, or one more than 16 KB of fixes, can be left out of the first answer.
function hasNewFix({ fix, places }: Report, open: readonly Report[], patch: readonly PatchOperation[]): boolean {
  if (!fix || JSON.stringify([patch, fix]).length > 16_000) return false;
  return !open.some((other) => other.isCut && places.some((place) => other.places.includes(place)));
}

type PathConversion = (path: string, code: string) => readonly string[];

// Converts a path in the candidate to that of the same place after a patch. Of a removed value, nothing is left inside, nor its
// name, but a rule can report that it is missing.
function createPathConversion(patch: readonly PatchOperation[]): PathConversion {
  const names = new Map(patch.flatMap((each) => (each.op === "move" ? [[each.from, toTokens(each.path).at(-1)]] : [])));
  const removed = new Set(patch.flatMap((each) => (each.op === "remove" ? [each.path] : [])));
  return (path, code) => {
    const ancestors = toTokens(path).map((_, index, tokens) => formatPointer(tokens.slice(0, index + 1)));
    const needed = codesAboutNames.has(code) ? ancestors : ancestors.slice(0, -1);
    if (needed.some((ancestor) => removed.has(ancestor))) return [];
    return [formatPointer(ancestors.map((ancestor) => names.get(ancestor) ?? toTokens(ancestor).at(-1) ?? ""))];
  };
}

function toTokens(path: string): readonly string[] {
  return parsePointer(path) ?? [];
}
