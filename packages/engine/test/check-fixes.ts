import { type Diagnostic, formatPointer, type Json, limits, type PatchOperation, parsePointer } from "@assay/contract";
import { type CaseEdit, patchJson } from "@assay/testing/cases/patch-json";
import { engine } from "@assay/testing/cases/run-case";
import type { CompiledSpec, ValidateInput } from "../src/index.ts";
import { toLosslessSlug } from "../src/registry/slug.ts";

/** What the fixes of one verdict do, judged without the engine's own folding and patching. */
export interface CheckedFixes {
  readonly diagnostics: readonly Diagnostic[];
  readonly fixes: number;
  /** Where a fix says something else than the draft, cannot be applied, brings an error or touches the owner. */
  readonly faults: readonly string[];
  /** The candidate with all of them applied. */
  readonly repaired: Json;
}

/** Validates a candidate, and applies each fix of the answer alone, and all of them together. */
export function checkFixes(input: ValidateInput): CheckedFixes {
  const candidate = input.candidate as Json;
  const { diagnostics, omitted } = engine.validate(input);
  const fixed = diagnostics.filter(({ fix }) => fix !== undefined);
  const patches = fixed.map(({ fix = [] }) => fix);
  const all = patches.flat().toSorted((one, other) => rankOperation(other) - rankOperation(one));
  const faults = all.flatMap((operation) => {
    const says = `${JSON.stringify(operation)} on ${JSON.stringify(valueAt(candidate, findPlace(operation)))}`;
    const isOwners = operationPaths(operation).some((path) => isInOwner(path, input.spec));
    return [
      ...(isSame(operation, candidate, input.spec) ? [] : [`not the same: ${says}`]),
      ...(isOwners ? [`of the owner: ${says}`] : []),
    ];
  });
  const apply = (patch: readonly PatchOperation[], mended: readonly Diagnostic[]): Json => {
    const changed = patchJson(candidate, patch as readonly CaseEdit[]);
    const after = engine.validate({ ...input, candidate: changed });
    const toCorrected = renamer(patch);
    const before = new Set(errorPlaces(diagnostics).map(toCorrected));
    // Of very many places not all are told.
    const open = new Set(
      diagnostics.filter(({ paths = [] }) => paths.length === limits.pathsPerDiagnostic).map(readCode),
    );
    const added = after.diagnostics
      .filter((found) => found.severity === "error" && !open.has(found.code))
      .filter((found) => errorPlaces([found]).some((place) => !before.has(place)));
    const left = mended.filter(({ code, path }) =>
      after.diagnostics.some(
        (found) => found.code === code && (found.paths ?? [found.path]).includes(toCorrected(path)),
      ),
    );
    if (omitted === undefined && added.length > 0) faults.push(`new: ${show(added)} after ${JSON.stringify(patch)}`);
    if (left.length > 0) faults.push(`left: ${show(left)} after ${JSON.stringify(patch)}`);
    return changed;
  };
  for (const diagnostic of fixed) apply(diagnostic.fix ?? [], [diagnostic]);
  return { diagnostics, fixes: fixed.length, faults, repaired: apply(all, fixed) };
}

function show(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.map(({ code, path }) => `${code} ${path}`).join(", ");
}

function readCode({ code }: Diagnostic): string {
  return code;
}

function errorPlaces(diagnostics: readonly Diagnostic[]): readonly string[] {
  return diagnostics.filter(({ severity }) => severity === "error").flatMap(({ path, paths = [path] }) => paths);
}

// Longest path first, and values before names.
function rankOperation(operation: PatchOperation): number {
  return 2 * tokens(findPlace(operation)).length + (operation.op === "move" ? 0 : 1);
}

function findPlace(operation: PatchOperation): string {
  return operation.op === "move" ? operation.from : operation.path;
}

function operationPaths(operation: PatchOperation): readonly string[] {
  return operation.op === "move" ? [operation.from, operation.path] : [operation.path];
}

function tokens(path: string): readonly string[] {
  return parsePointer(path) ?? [];
}

function valueAt(document: Json, path: string): Json | undefined {
  return tokens(path).reduce<Json | undefined>(
    (value, token) => (value as { [name: string]: Json })?.[token],
    document,
  );
}

// The owner stands at the top, or in a wrapper around the candidate.
function isInOwner(path: string, { document }: CompiledSpec): boolean {
  const { properties = {} } = document.candidateSchema as { readonly properties?: object };
  const [first = "", second = ""] = tokens(path);
  return isOwner(first) || (!Object.hasOwn(properties, first) && isOwner(second));
}

function isOwner(name: string): boolean {
  return name.replace(/[-_ ]/g, "").toLowerCase() === "owner";
}

// From a place in the draft to the same one after a patch.
function renamer(patch: readonly PatchOperation[]): (path: string) => string {
  const names = new Map(
    patch.flatMap((each) => (each.op === "move" ? [[each.from, tokens(each.path).at(-1)]] : [])) as never,
  );
  return (path) =>
    formatPointer(
      tokens(path).map((token, index, all) => (names.get(formatPointer(all.slice(0, index + 1))) as string) ?? token),
    );
}

/** The law: what stands in the draft and what a fix makes of it say the same. */
function isSame(operation: PatchOperation, candidate: Json, spec: CompiledSpec): boolean {
  const before = valueAt(candidate, findPlace(operation));
  if (operation.op === "remove") return before === null;
  if (operation.op === "move") {
    const [from, to] = [tokens(operation.from), tokens(operation.path)];
    const isBeside = formatPointer(from.slice(0, -1)) === formatPointer(to.slice(0, -1));
    return isBeside && isSameName(from.at(-1) ?? "", to.at(-1) ?? "", typeof before === "number");
  }
  if (operation.op !== "replace" || typeof before !== "string") return false;
  const { value } = operation;
  const text = before.trim();
  if (typeof value === "boolean") return text.toLowerCase() === String(value);
  if (typeof value === "number") return text === String(value) && !/^-?\d+\.\d{3}$/.test(text);
  const isId = isSameName(tokens(operation.path).at(-1) ?? "", "generatorId", false);
  return (
    isSameValue(text, String(value)) ||
    (isId && spec.document.generatorId.compare !== "exact" && toLosslessSlug(before) === value) ||
    aliasesIn(spec.document as never).some(([alias, target]) => target === value && isSameValue(text, alias))
  );
}

function isSameName(one: string, other: string, isNumber: boolean): boolean {
  const [a = "", b = ""] = [one, other].map((name) => fold(name, /[-_ ]+(?=\p{L})|(?<=\p{L})[-_ ]+(?=[^-_ ])/gu));
  if (a.toLowerCase() !== b.toLowerCase()) return false;
  return !isNumber || a.slice(1) === b.slice(1) || [one.toLowerCase(), one.toUpperCase()].includes(one);
}

function isSameValue(one: string, other: string): boolean {
  const [a = "", b = ""] = [one, other].map((value) => fold(value, /(?<=\p{L})[-_ ]+(?=\p{L})/gu));
  return a === b || (a.toLowerCase() === b.toLowerCase() && /\p{L}.*\p{L}.*\p{L}/u.test(a));
}

function fold(text: string, separators: RegExp): string {
  const body = text.normalize();
  const [sign = ""] = /^[-_ ]+/.exec(body) ?? [];
  return sign + body.slice(sign.length).replace(separators, "");
}

function aliasesIn(value: Json, name = ""): readonly (readonly [alias: string, target: Json])[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]: [string, Json]) => {
    if (key !== "aliases" || typeof inner !== "object" || inner === null) return aliasesIn(inner, key);
    return Array.isArray(inner)
      ? inner.map((alias) => [String(alias), name] as const)
      : Object.entries(inner as object);
  });
}
