import { type Diagnostic, formatPointer, type Json, type PatchOperation, parsePointer } from "@assay/contract";
import { type CaseEdit, patchJson } from "@assay/testing/cases/patch-json";
import { engine } from "@assay/testing/cases/run-case";
import type { CompiledSpec, ValidateInput } from "../src/index.ts";
import { toLosslessSlug } from "../src/registry/slug.ts";

/** The effects of a verdict's fixes, checked without the engine's own code for comparing names and applying patches. */
export interface CheckedFixes {
  readonly diagnostics: readonly Diagnostic[];
  readonly fixes: number;
  /** Descriptions of fixes that change the meaning of the draft or its owner. */
  readonly faults: readonly string[];
  /** The candidate with all fixes applied. */
  readonly repaired: Json;
}

/** Validates a candidate, and checks what each fix in the verdict changes. */
export function checkFixes(input: ValidateInput): CheckedFixes {
  const candidate = input.candidate as Json;
  const { diagnostics } = engine.validate(input);
  const fixed = diagnostics.filter(({ fix }) => fix !== undefined);
  const patches = fixed.map(({ fix = [] }) => fix);
  const all = patches.flat().toSorted((a, b) => rankOperation(b) - rankOperation(a));
  const faults = all.flatMap((operation) => {
    const change = `${JSON.stringify(operation)} on ${JSON.stringify(valueAt(candidate, readPath(operation)))}`;
    const changesOwner = listPaths(operation).some((path) => isInOwner(path, input.spec));
    return [
      ...(keepsMeaning(operation, candidate, input.spec) ? [] : [`changes the meaning: ${change}`]),
      ...(changesOwner ? [`changes the owner: ${change}`] : []),
    ];
  });
  return { diagnostics, fixes: fixed.length, faults, repaired: patchJson(candidate, all as readonly CaseEdit[]) };
}

// Ranks longer paths higher and, among paths of equal length, values higher than names.
function rankOperation(operation: PatchOperation): number {
  return 2 * parseTokens(readPath(operation)).length + (operation.op === "move" ? 0 : 1);
}

function readPath(operation: PatchOperation): string {
  return operation.op === "move" ? operation.from : operation.path;
}

function listPaths(operation: PatchOperation): readonly string[] {
  return operation.op === "move" ? [operation.from, operation.path] : [operation.path];
}

function parseTokens(path: string): readonly string[] {
  return parsePointer(path) ?? [];
}

/** Returns the value at a JSON Pointer, if there is one. */
export function valueAt(document: Json, path: string): Json | undefined {
  return parseTokens(path).reduce<Json | undefined>(
    (value, token) => (value as { [name: string]: Json })?.[token],
    document,
  );
}

// The owner is at the top level, or in a wrapper around the candidate.
function isInOwner(path: string, { document }: CompiledSpec): boolean {
  const { properties = {} } = document.candidateSchema as { readonly properties?: object };
  const [first = "", second = ""] = parseTokens(path);
  return isOwner(first) || (!Object.hasOwn(properties, first) && isOwner(second));
}

function isOwner(name: string): boolean {
  return name.replace(/[-_ ]/g, "").toLowerCase() === "owner";
}

// Whether the value in the draft and the value that a fix writes have the same meaning.
function keepsMeaning(operation: PatchOperation, candidate: Json, spec: CompiledSpec): boolean {
  const before = valueAt(candidate, readPath(operation));
  if (operation.op === "remove") return before === null;
  if (operation.op === "move") {
    const [from, to] = [parseTokens(operation.from), parseTokens(operation.path)];
    const isSibling = formatPointer(from.slice(0, -1)) === formatPointer(to.slice(0, -1));
    return isSibling && isSameName(from.at(-1) ?? "", to.at(-1) ?? "", typeof before === "number");
  }
  if (operation.op !== "replace" || typeof before !== "string") return false;
  const { value } = operation;
  const text = before.trim();
  if (typeof value === "boolean") return text.toLowerCase() === String(value);
  if (typeof value === "number") return text === String(value) && !/^-?\d+\.\d{3}$/.test(text);
  const isId = isSameName(parseTokens(operation.path).at(-1) ?? "", "generatorId", false);
  return (
    isSameValue(text, String(value)) ||
    (isId && spec.document.generatorId.compare !== "exact" && toLosslessSlug(before) === value) ||
    listAliases(spec.document as never).some(([alias, target]) => target === value && isSameValue(text, alias))
  );
}

function isSameName(left: string, right: string, isNumber: boolean): boolean {
  const [a = "", b = ""] = [left, right].map((name) => fold(name, /[-_ ]+(?=\p{L})|(?<=\p{L})[-_ ]+(?=[^-_ ])/gu));
  if (a.toLowerCase() !== b.toLowerCase()) return false;
  return !isNumber || a.slice(1) === b.slice(1) || [left.toLowerCase(), left.toUpperCase()].includes(left);
}

function isSameValue(left: string, right: string): boolean {
  const [a = "", b = ""] = [left, right].map((value) => fold(value, /(?<=\p{L})[-_ ]+(?=\p{L})/gu));
  return a === b || (a.toLowerCase() === b.toLowerCase() && /\p{L}.*\p{L}.*\p{L}/u.test(a));
}

function fold(text: string, separators: RegExp): string {
  const body = text.normalize();
  const [sign = ""] = /^[-_ ]+/.exec(body) ?? [];
  return sign + body.slice(sign.length).replace(separators, "");
}

function listAliases(value: Json, name = ""): readonly (readonly [alias: string, target: Json])[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]: [string, Json]) => {
    if (key !== "aliases" || typeof inner !== "object" || inner === null) return listAliases(inner, key);
    return Array.isArray(inner)
      ? inner.map((alias) => [String(alias), name] as const)
      : Object.entries(inner as object);
  });
}
