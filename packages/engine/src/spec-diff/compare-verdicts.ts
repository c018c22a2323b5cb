import { type Json, resolvedTests, type SpecPackage, type SpecTest } from "@assay/contract";
import { registryFromSnapshot } from "../registry/registry-view.ts";
import type { CompiledSpec } from "../spec/compiled-spec.ts";
import { validate } from "../verdict/validate.ts";
import { nearbyCandidates } from "./nearby-candidates.ts";

/** A candidate that a product has accepted, with a name for messages. */
export interface Entry {
  readonly name: string;
  readonly candidate: Json;
}

/** A candidate that one of two packages accepts and the other refuses. */
export interface Flip {
  /** The test that has it or from which it was made, or the entry. */
  readonly name: string;
  readonly of: "old" | "new" | "entry";
  /** What was done to the candidate of the test; absent if it is that candidate. */
  readonly edit?: string;
  readonly candidate: Json;
  readonly acceptedBy: "old" | "new";
  /** What the other package says: the first error. */
  readonly error: { readonly code: string; readonly path: string; readonly rule: string };
  /** Whether the new package offers a repair that makes it valid. Only for what the old one accepts. */
  readonly isRepaired?: boolean;
}

/** What candidates of one origin get under both packages. */
export interface Compared {
  readonly tried: number;
  /** Those that are valid under the old package. */
  readonly valid: number;
  /** Of entries each; of tests and their neighbours one for each way in which verdicts differ. */
  readonly flips: readonly Flip[];
}

/** The verdicts that were compared. */
export interface Evidence {
  readonly tests: Compared;
  /** Small edits of the candidates of tests, where the packages differ. */
  readonly neighbours: Compared;
  /** Only if entries were given. */
  readonly entries?: Compared;
}

// As many verdicts as a person waits for.
const maxNeighbours = 400;

/** Checks the candidates of both packages' tests, their neighbours, and entries that were accepted, under both packages. */
export function compareVerdicts(before: CompiledSpec, after: CompiledSpec, entries?: readonly Entry[]): Evidence {
  const found = new Set<string>();
  const isNew = (flip: Outcome["flip"]) => flip !== undefined && found.size < found.add(wayOf(flip)).size;
  const sources = testsOf(before.document, after.document);
  const tests = compareAll(
    sources.map(({ test, of }) => ({ name: test.name, of, candidate: test.candidate, taken: test.registry })),
    [before, after],
    isNew,
  );
  const neighbours = compareAll(neighboursOf(sources, [before.document, after.document]), [before, after], isNew);
  const accepted = entries?.map((entry) => ({ ...entry, of: "entry" as const, taken: [] }));
  return {
    tests,
    neighbours,
    // The id of an entry is taken by the entry itself.
    ...(accepted && { entries: compareAll(accepted, [before, after], () => true) }),
  };
}

type Tried = Pick<Flip, "name" | "of" | "edit" | "candidate"> & { readonly taken: readonly string[] };

function compareAll(
  candidates: Iterable<Tried>,
  specs: readonly [CompiledSpec, CompiledSpec],
  isWanted: (flip: Outcome["flip"]) => boolean,
): Compared {
  let [tried, valid] = [0, 0];
  const flips: Flip[] = [];
  for (const { taken, ...tryout } of candidates) {
    const { isValid, flip } = compareOne(tryout.candidate, taken, specs);
    tried += 1;
    if (isValid) valid += 1;
    if (flip && isWanted(flip)) flips.push({ ...tryout, ...flip });
  }
  return { tried, valid, flips };
}

interface Outcome {
  readonly isValid: boolean;
  readonly flip?: Pick<Flip, "acceptedBy" | "error" | "isRepaired">;
}

function compareOne(candidate: Json, taken: readonly string[], specs: readonly [CompiledSpec, CompiledSpec]): Outcome {
  const entries = taken.map((id) => ({ id, state: "active" as const }));
  const registry = registryFromSnapshot({ revision: "test", entries, pending: [] });
  const verdictUnder = (spec: CompiledSpec, fixes = false) => validate({ spec, registry, candidate, fixes }).verdict;
  const [old, next] = [verdictUnder(specs[0]), verdictUnder(specs[1])];
  const error = (old.valid ? next : old).diagnostics.find(({ severity }) => severity === "error");
  if (old.valid === next.valid || !error) return { isValid: old.valid };
  const shown = { code: error.code, path: error.path, rule: error.rule.id };
  if (!old.valid) return { isValid: false, flip: { acceptedBy: "new", error: shown } };
  const isRepaired = verdictUnder(specs[1], true).repair?.remaining.error === 0;
  return { isValid: true, flip: { acceptedBy: "old", error: shown, isRepaired } };
}

interface Source {
  readonly test: SpecTest;
  readonly of: "old" | "new";
}

function testsOf(before: SpecPackage, after: SpecPackage): readonly Source[] {
  const key = ({ candidate, registry }: SpecTest) => JSON.stringify([candidate, registry]);
  const [old, next] = [resolvedTests(before), resolvedTests(after)];
  const known = new Set(old.map(key));
  return [
    ...old.map((test) => ({ test, of: "old" as const })),
    ...next.filter((test) => !known.has(key(test))).map((test) => ({ test, of: "new" as const })),
  ];
}

function* neighboursOf(sources: readonly Source[], packages: readonly [SpecPackage, SpecPackage]): Generator<Tried> {
  let tried = 0;
  for (const { test, of } of sources.filter(({ test: { expect } }) => expect.length === 0)) {
    for (const { candidate, edit } of nearbyCandidates(test.candidate, packages)) {
      if (++tried > maxNeighbours) return;
      yield { name: test.name, of, edit, candidate, taken: test.registry };
    }
  }
}

// One candidate for each way in which verdicts differ is enough.
function wayOf({ acceptedBy, error: { code, path, rule } }: NonNullable<Outcome["flip"]>): string {
  return `${acceptedBy} ${code} ${path.replaceAll(/\/\d+/g, "/*")} ${rule}`;
}
