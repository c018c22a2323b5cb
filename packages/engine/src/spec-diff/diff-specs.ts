import type { CompiledSpec } from "../spec/compiled-spec.ts";
import type { Change } from "./change.ts";
import { comparePackages } from "./compare-packages.ts";
import { compareVerdicts, type Entry, type Evidence } from "./compare-verdicts.ts";
import { type Judged, judgeBump } from "./judge-bump.ts";

/** What changed between two spec packages. */
export interface SpecDiff {
  readonly domain: string;
  readonly versions: readonly [before: string, after: string];
  /** Each place at which they differ. */
  readonly changes: readonly Change[];
  /** The verdicts on the same candidates under both. */
  readonly evidence: Evidence;
  readonly version: Judged;
}

/**
 * Compares two spec packages of one domain: place by place, by the verdicts on the candidates of their tests, on neighbours
 * of these and on `entries` that were accepted, and by their versions.
 *
 * @example
 * const { version } = diffSpecs(published, edited);
 * if (version.verdict === "not-justified") console.error(version.why);
 */
export function diffSpecs(before: CompiledSpec, after: CompiledSpec, entries?: readonly Entry[]): SpecDiff {
  const [old, next] = [before.document, after.document];
  const changes = comparePackages(old, next);
  const evidence = compareVerdicts(before, after, entries);
  const versions = [old.version, next.version] as const;
  const domain = `${next.targetProduct}/${next.domainId}`;
  return { domain, versions, changes, evidence, version: judgeBump(versions, changes, evidence) };
}
