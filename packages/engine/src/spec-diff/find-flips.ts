import type { Json, SpecPackage } from "@assay/contract";
import { registryFromSnapshot } from "../registry/registry-from-snapshot.ts";
import type { CompiledSpec } from "../spec/compiled-spec.ts";
import { validate } from "../verdict/validate.ts";
import { nearbyCandidates } from "./nearby-candidates.ts";

/** A candidate that one of two packages accepts and the other refuses. */
export interface Flip {
  /** The test that has it, or from whose candidate it was made. */
  readonly test: string;
  readonly of: "old" | "new";
  /** What was done to the candidate of the test; absent if it is that candidate. */
  readonly edit?: string;
  readonly candidate: Json;
  readonly acceptedBy: "old" | "new";
  /** What the other package says: the first error. */
  readonly error: { readonly code: string; readonly path: string; readonly rule: string };
}

// As many verdicts as a person waits for.
const maxTried = 400;

/** Checks the candidates of both packages' tests, and small edits of them, under both. */
export function findFlips(
  before: CompiledSpec,
  after: CompiledSpec,
): { readonly tests: readonly Flip[]; readonly edits: readonly Flip[] } {
  const sources = [
    ...before.document.tests.map((test) => ({ test, of: "old" as const })),
    ...after.document.tests
      .filter((test) => !before.document.tests.some((other) => isSame(other, test)))
      .map((test) => ({ test, of: "new" as const })),
  ];
  const flipOf = (candidate: Json, ids: readonly string[]): Pick<Flip, "acceptedBy" | "error"> | undefined => {
    const entries = ids.map((id) => ({ id, state: "active" as const }));
    const registry = registryFromSnapshot({ revision: "test", entries, pending: [] });
    const [old, next] = [before, after].map((spec) => validate({ spec, registry, candidate, fixes: false }).verdict);
    if (!old || !next || old.valid === next.valid) return undefined;
    const [error] = (old.valid ? next : old).diagnostics.filter(({ severity }) => severity === "error");
    if (!error) return undefined;
    const { code, path, rule } = error;
    return { acceptedBy: old.valid ? "old" : "new", error: { code, path, rule: rule.id } };
  };
  const tests = sources.flatMap(({ test, of }): readonly Flip[] => {
    const flip = flipOf(test.candidate, test.registry);
    return flip ? [{ test: test.name, of, candidate: test.candidate, ...flip }] : [];
  });
  const edits: Flip[] = [];
  const found = new Set(tests.map(wayOf));
  let tried = 0;
  for (const { test, of } of sources.filter(({ test: { expect } }) => expect.length === 0)) {
    for (const { candidate, edit } of nearbyCandidates(test.candidate, [before.document, after.document])) {
      if (++tried > maxTried) return { tests, edits };
      const flip = flipOf(candidate, test.registry);
      if (!flip) continue;
      if (found.has(wayOf(flip))) continue;
      found.add(wayOf(flip));
      edits.push({ test: test.name, of, edit, candidate, ...flip });
    }
  }
  return { tests, edits };
}

// One candidate for each way in which verdicts differ is enough.
function wayOf({ acceptedBy, error: { code, path, rule } }: Pick<Flip, "acceptedBy" | "error">): string {
  return `${acceptedBy} ${code} ${path.replaceAll(/\/\d+/g, "/*")} ${rule}`;
}

function isSame(one: SpecPackage["tests"][number], other: SpecPackage["tests"][number]): boolean {
  return JSON.stringify([one.candidate, one.registry]) === JSON.stringify([other.candidate, other.registry]);
}
