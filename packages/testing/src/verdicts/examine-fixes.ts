import { isDeepStrictEqual } from "node:util";
import {
  type Diagnostic,
  escapeToken,
  type Fix,
  type Json,
  type PatchOperation,
  unescapeToken,
  type Verdict,
} from "@assay/contract";
import type { CompiledSpec, RegistryView } from "@assay/engine";
import { type CaseEdit, patchJson } from "../cases/patch-json.ts";
import { engine } from "../cases/run-case.ts";

/** What a patch promises to do, and what the engine says of the candidate that it leads to. */
export interface Examined {
  readonly patch: readonly PatchOperation[];
  readonly after: Verdict;
  readonly candidate: Json;
}

/** A candidate, its verdict, and every patch of the verdict applied without the engine's help and judged anew. */
export interface Examination {
  readonly spec: CompiledSpec;
  readonly candidate: Json;
  readonly verdict: Verdict;
  /** The same without fixes. */
  readonly bare: Verdict;
  readonly fixes: readonly (Examined & { readonly fix: Fix; readonly diagnostic: Diagnostic })[];
  readonly repair: (Examined & NonNullable<Verdict["repair"]>) | undefined;
}

/** Judges a candidate, applies what the verdict offers, and judges the results. */
export function examine(spec: CompiledSpec, registry: RegistryView, candidate: Json): Examination {
  const judge = (changed: Json) => engine.validate({ spec, registry, candidate: changed, fixes: false });
  const verdict = engine.validate({ spec, registry, candidate });
  const examined = (patch: readonly PatchOperation[]): Examined => {
    const changed = patched(candidate, patch);
    return { patch, candidate: changed, after: judge(changed) };
  };
  return {
    spec,
    candidate,
    verdict,
    bare: judge(candidate),
    fixes: verdict.diagnostics.flatMap((diagnostic) =>
      (diagnostic.fixes ?? []).flatMap((fix) => (fix.patch ? [{ ...examined(fix.patch), fix, diagnostic }] : [])),
    ),
    repair: verdict.repair && { ...examined(verdict.repair.patch), ...verdict.repair },
  };
}

/** Applies a patch by the code that edits golden cases, which shares nothing with `patchJson` of the contract; throws when it does not fit. */
export function patched(candidate: Json, patch: readonly PatchOperation[]): Json {
  let document = candidate;
  let edits: CaseEdit[] = [];
  for (const operation of patch) {
    if (operation.op !== "test") edits.push(operation as CaseEdit);
    else {
      if (edits.length > 0) document = patchJson(document, edits);
      edits = [];
      if (isDeepStrictEqual(readAt(document, operation.path), operation.value)) continue;
      throw new Error(`The test of ${JSON.stringify(operation.path)} does not hold.`);
    }
  }
  return edits.length > 0 ? patchJson(document, edits) : document;
}

/** What stands at a JSON Pointer, if anything. */
export function readAt(document: Json, path: string): Json | undefined {
  let value: unknown = document;
  for (const token of splitPath(path)) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, token)) return undefined;
    value = (value as { readonly [name: string]: unknown })[token];
  }
  return value as Json | undefined;
}

/** The places that a patch has written, by their paths in the candidate that it leads to. */
export function writtenPaths(candidate: Json, patch: readonly PatchOperation[]): readonly string[] {
  // Nothing changes its place by being tested or replaced.
  if (patch.every(({ op }) => op === "test" || op === "replace"))
    return patch.filter(({ op }) => op === "replace").map(({ path }) => path);
  let document = candidate;
  let written: (readonly string[])[] = [];
  const inList = (place: readonly string[]) => Array.isArray(readAt(document, joinPath(place.slice(0, -1))));
  const shift = (place: readonly string[], by: 1 | -1) => {
    if (!inList(place)) return;
    const [depth, index] = [place.length - 1, Number(place.at(-1))];
    written = written.map((other) =>
      startsWith(other, place.slice(0, -1)) && other.length > depth && Number(other[depth]) >= index
        ? other.with(depth, String(Number(other[depth]) + by))
        : other,
    );
  };
  for (const operation of patch) {
    const place = splitPath(operation.path);
    if (operation.op === "remove" || operation.op === "move") {
      const from = operation.op === "move" ? splitPath(operation.from) : place;
      const carried = written.filter((other) => startsWith(other, from)).map((other) => other.slice(from.length));
      written = written.filter((other) => !startsWith(other, from));
      shift(from, -1);
      if (operation.op === "move") {
        shift(place, 1);
        written.push(place, ...carried.map((rest) => [...place, ...rest]));
      }
    } else if (operation.op !== "test") {
      if (operation.op === "add") shift(place, 1);
      written.push(place);
    }
    document = patched(document, [operation]);
  }
  return written.map(joinPath);
}

/** How often each error occurs, by code and rule. */
export function errorTally({ diagnostics }: Verdict): ReadonlyMap<string, number> {
  const tally = new Map<string, number>();
  for (const diagnostic of diagnostics) {
    if (diagnostic.severity !== "error") continue;
    tally.set(mistakeOf(diagnostic), (tally.get(mistakeOf(diagnostic)) ?? 0) + (diagnostic.count ?? 1));
  }
  return tally;
}

/** What makes two occurrences the same mistake, their places aside. */
export function mistakeOf({ code, rule }: Diagnostic): string {
  return `${code} ${rule.id} ${rule.at}`;
}

/** The tokens of a JSON Pointer. */
export function splitPath(path: string): readonly string[] {
  return path.split("/").slice(1).map(unescapeToken);
}

function joinPath(tokens: readonly string[]): string {
  return tokens.map((token) => `/${escapeToken(token)}`).join("");
}

function startsWith(tokens: readonly string[], prefix: readonly string[]): boolean {
  return prefix.every((token, index) => tokens[index] === token);
}
