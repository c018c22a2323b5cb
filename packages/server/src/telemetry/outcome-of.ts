import { type ProblemCode, type ProblemEntry, problemCatalogue } from "@assay/contract";

/** How calls can end, for metrics. */
export const outcomes = ["valid", "invalid", "refused", "limited", "failed"] as const;

interface Ended {
  readonly status: number;
  readonly code?: ProblemCode | undefined;
  readonly valid?: boolean | undefined;
}

/**
 * Returns how a call ended: `valid` also for a list of domains, `refused` for a mistake of the caller, `limited` for too
 * many calls, `failed` for whatever the caller cannot change. A tool reports a problem with status 200.
 */
export function outcomeOf({ status, code, valid }: Ended): (typeof outcomes)[number] {
  const entry: ProblemEntry | undefined = code && problemCatalogue[code];
  if (entry?.outcome !== undefined) return entry.outcome;
  const of = entry?.status ?? status;
  if (of >= 500) return "failed";
  if (of >= 400) return "refused";
  return valid === false ? "invalid" : "valid";
}
