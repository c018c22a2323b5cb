import type { BuildResult } from "@assay/contract";
import type { BuildOutcome } from "@assay/engine";
import type { ServiceAnswer } from "./service.ts";

/** The result of comparing the service's answer with the page's verdict. */
export interface Confirmation {
  readonly isAgreement: boolean;
  readonly lines: readonly string[];
}

/** The page's verdict, and what it is based on. */
export interface PageVerdict {
  readonly built: BuildOutcome;
  /** The digest of the rules, from the page's list of domains. */
  readonly rulesDigest?: string | undefined;
  /** The revision of the registry; absent if the id was not looked up. */
  readonly revision?: string | undefined;
}

/** Compares the service's answer with the page's verdict, if there is one, and lists what has changed since. */
export function compareVerdicts(answer: ServiceAnswer, page?: PageVerdict): Confirmation {
  if (answer.kind === "refused") return { isAgreement: false, lines: [answer.reason] };
  const { result } = answer;
  if (!page) return { isAgreement: result.valid, lines: [`The service says: ${result.summary}`] };
  const { built, rulesDigest, revision } = page;
  const { specPackage, registry } = result;
  const changes = [
    ...(rulesDigest !== undefined && rulesDigest !== specPackage.digest
      ? ["The rules have changed. Reload the page; your draft is kept."]
      : []),
    ...(revision === undefined ? ["Only the service looked up the id."] : []),
    ...(revision !== undefined && revision !== registry.revision
      ? [`The registry has changed: revision ${revision} in this page, ${registry.revision} at the service.`]
      : []),
  ];
  const isSame = toComparable({ ...built.verdict, ...built }, page) === toComparable(result, page);
  if (!isSame) return { isAgreement: false, lines: [`The service disagrees: ${result.summary}`, ...changes] };
  const digest = built.proposalPackage?.digest.replace("sha256:", "").slice(0, 8);
  const same = digest === undefined ? "the same list of problems" : `the same verdict and the same package, ${digest}`;
  return { isAgreement: true, lines: [`The service agrees: ${same}.`, ...changes] };
}

type ComparedVerdict = Pick<
  BuildResult,
  "valid" | "summary" | "diagnostics" | "skippedRules" | "omitted" | "upcoming"
> & {
  readonly registry?: { readonly idStatus: string };
  readonly proposalPackage?: { readonly digest: string } | undefined;
};

// The engine is deterministic, so equal verdicts have their members in the same order.
function toComparable(verdict: ComparedVerdict, { revision }: PageVerdict): string {
  const { valid, summary, diagnostics, skippedRules, omitted, upcoming, registry, proposalPackage } = verdict;
  const idStatus = revision === undefined ? undefined : registry?.idStatus;
  return JSON.stringify([
    ...[valid, summary, diagnostics, skippedRules, omitted, upcoming, idStatus, proposalPackage?.digest],
  ]);
}
