import { type Json, type JsonObject, type LinkedDiagnostic, unescapeToken } from "@assay/contract";

/**
 * Corrects a candidate as an author would who knows what it should say, and looks nowhere but at the places that are
 * named: a value is written as it was meant, an unknown name becomes the one that its object lacks, and what was never
 * meant goes.
 */
export function correct(candidate: Json, errors: readonly LinkedDiagnostic[], meant: JsonObject): Json {
  const paths = errors.flatMap(({ path, paths = [path] }) => paths.map(splitPath));
  // Later items first, so that none moves the place of another.
  const ordered = paths.toSorted((one, other) => comparePaths(other, one));
  return ordered.reduce((current, path) => corrected(current, path, meant), candidate);
}

function corrected(value: Json | undefined, path: readonly string[], meant: Json): Json {
  const [first, ...rest] = path;
  if (first === undefined || !isContainer(value) || !isContainer(meant)) return meant;
  const inner = (meant as JsonObject)[first];
  if (Array.isArray(value)) {
    // Where items are missing, one of them may hold several.
    if (Array.isArray(meant) && value.length < meant.length) return meant;
    if (inner === undefined) return value.toSpliced(Number(first), 1);
    return value.with(Number(first), corrected(value[Number(first)], rest, inner));
  }
  if (inner !== undefined) return { ...value, [first]: corrected((value as JsonObject)[first], rest, inner) };
  const { [first]: _unknown, ...known } = value as JsonObject;
  return { ...meant, ...known } as Json;
}

function isContainer(value: Json | undefined): value is JsonObject | readonly Json[] {
  return typeof value === "object" && value !== null;
}

function comparePaths(one: readonly string[], other: readonly string[]): number {
  for (const [depth, token] of one.entries()) {
    const against = other[depth];
    if (against === undefined) return 1;
    if (token !== against) return token.localeCompare(against, "en", { numeric: true });
  }
  return one.length - other.length;
}

function splitPath(pointer: string): readonly string[] {
  const tokens = pointer.split("/").slice(1);
  return tokens.map(unescapeToken);
}
