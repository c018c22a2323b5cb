import { type Json, limits, type RegistryRange } from "@assay/contract";
import {
  type CompiledSpec,
  type Engine,
  type ReadJson,
  type RegistryAnswer,
  type RegistryView,
  rangeOf,
  readJson,
  registryFromRanges,
  type Sha256,
} from "@assay/engine";

/** The ranges of a registry that the page has fetched. */
export interface Registry {
  readonly revision?: string;
  readonly ranges: readonly RegistryRange[];
}

/** Reads the text of a candidate. The envelope in which it reaches the service takes one level. */
export function readCandidate(text: string): ReadJson {
  return readJson(new TextEncoder().encode(text), { maxDepth: limits.bodyDepth - 1, listExtras: true });
}

/** What verdicts on a candidate need. */
interface LookUpParts {
  readonly engine: Pick<Engine, "registryKeys">;
  readonly specs: readonly CompiledSpec[];
  readonly registry: Registry;
  readonly sha256: Sha256;
}

/** The registry as a verdict on a candidate sees it, and the ranges that it would need and that were not fetched. */
export function lookUp(
  candidate: Json,
  { engine, specs, registry: { revision, ranges }, sha256 }: LookUpParts,
): { readonly view: RegistryView; readonly missingRanges: readonly string[] } {
  const known = new Set(ranges.filter((range) => range.revision === revision).map(({ range }) => range));
  const keys = specs.flatMap((spec) => engine.registryKeys(spec, candidate));
  const missingRanges = [...new Set(keys.map((key) => rangeOf(key, sha256)))].filter((range) => !known.has(range));
  const view = registryFromRanges({ revision: revision ?? "", ranges, sha256 });
  return { view: missingRanges.length > 0 ? freeUnlessKnown(view) : view, missingRanges };
}

// The page says that such an id was not looked up; an error about it would say that something is wrong.
function freeUnlessKnown(view: Required<RegistryView>): RegistryView {
  const orFree = (answer: RegistryAnswer): RegistryAnswer => (answer.kind === "unknown" ? { kind: "free" } : answer);
  return {
    ...view,
    find: (key) => orFree(view.find(key)),
    exact: { ...view.exact, find: (id) => orFree(view.exact.find(id)) },
  };
}
