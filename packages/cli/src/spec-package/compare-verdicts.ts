import { type Json, resolveTests } from "@assay/contract";
import { type CompiledSpec, type Engine, registryFromSnapshot } from "@assay/engine";

/** A candidate with a name for messages, the ids that are taken, and its caller. */
export interface NamedCandidate {
  readonly name: string;
  readonly candidate: Json;
  readonly registry: readonly string[];
  /** The id of the caller at the identity service. */
  readonly caller?: string | undefined;
}

/** A candidate that only one of two packages accepts. */
interface Flip {
  readonly name: string;
  readonly validUnder: "old" | "new";
  /** The errors that the other package reports. */
  readonly errors: readonly { readonly code: string; readonly path: string; readonly rule?: string | undefined }[];
}

/** The result of checking candidates under two packages. */
export interface Comparison {
  /** How many candidates were checked. */
  readonly candidates: number;
  readonly flips: readonly Flip[];
}

/** Checks candidates under two packages, and returns those that only one of them accepts. */
export function compareVerdicts(
  engine: Engine,
  specs: readonly [old: CompiledSpec, next: CompiledSpec],
  candidates: readonly NamedCandidate[],
): Comparison {
  const flips = candidates.flatMap(({ name, candidate, caller, registry: takenIds }): readonly Flip[] => {
    const entries = takenIds.map((id) => ({ id, state: "active" as const }));
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
