import { type Json, resolveTests } from "@assay/contract";
import { type CompiledSpec, type Engine, registryFromSnapshot } from "@assay/engine";

/** A candidate, with a name for messages and the ids that are taken. */
export interface NamedCandidate {
  readonly name: string;
  readonly candidate: Json;
  readonly registry: readonly string[];
  /** The subject of whoever calls. */
  readonly caller?: string | undefined;
}

/** A candidate that is valid under one of two packages only. */
interface Flip {
  readonly name: string;
  readonly validUnder: "old" | "new";
  /** What the other package reports. */
  readonly errors: readonly { readonly code: string; readonly path: string; readonly rule?: string | undefined }[];
}

/** What came of candidates under two packages. */
export interface Comparison {
  readonly candidates: number;
  readonly flips: readonly Flip[];
}

/** Checks candidates under two packages, and returns those of which only one accepts. */
export function compareVerdicts(
  engine: Engine,
  specs: readonly [old: CompiledSpec, next: CompiledSpec],
  candidates: readonly NamedCandidate[],
): Comparison {
  const flips = candidates.flatMap(({ name, candidate, caller, registry: taken }): readonly Flip[] => {
    const entries = taken.map((id) => ({ id, state: "active" as const }));
    const registry = registryFromSnapshot({ revision: "test", entries, pending: [] });
    const verdicts = specs.map((spec) => engine.validate({ spec, registry, candidate, caller }));
    const refused = verdicts.find(({ valid }) => !valid);
    if (!refused || verdicts.every(({ valid }) => !valid)) return [];
    const errors = refused.diagnostics.filter(({ severity }) => severity === "error");
    const validUnder = refused === verdicts[0] ? "new" : "old";
    return [{ name, validUnder, errors: errors.map(({ code, path, rule }) => ({ code, path, rule })) }];
  });
  return { candidates: candidates.length, flips };
}

/** The candidates of a package's tests. */
export function listTestCandidates({ document }: CompiledSpec, file: string): readonly NamedCandidate[] {
  return resolveTests(document).map(({ name, candidate, caller, registry }) => ({
    name: `${JSON.stringify(name)} in ${file}`,
    candidate,
    caller,
    registry,
  }));
}
