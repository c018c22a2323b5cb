import type { Draft, UnreadableDraft } from "../draft/read-draft.ts";
import { formatCount } from "../terminal/format-count.ts";
import type { DomainRef, Verdict } from "../verdicts/checker.ts";

/** The format of a verdict: for people, programs, pull requests or agents. */
export type Format = "pretty" | "json" | "github" | "agent";

/** The format of a result that only people and programs read. */
export type PlainFormat = "pretty" | "json";

/** A verdict, and the draft that it is about. */
export interface DraftVerdict {
  readonly verdict: Verdict;
  readonly draft: Draft;
  readonly domain: DomainRef;
  /** Whether several files are checked, so that totals follow. */
  readonly isInBatch?: boolean;
  /** The owner of the key that the draft was checked with, if known and relevant to the verdict. */
  readonly subject?: string | undefined;
}

/** The totals for several files. */
export interface Totals {
  readonly files: number;
  readonly valid: number;
  readonly seconds: number;
}

/** Writes the results for drafts, one after another. */
export interface Reporter {
  reportVerdict(result: DraftVerdict): void;
  /** Reports input that cannot be checked. */
  reportUnreadable(read: UnreadableDraft): void;
  /** Ends the report. JSON is written only here, as one document. `totals` is set if several files were checked. */
  end(totals?: Totals): void;
}

/** Totals in one sentence. */
export function totalsLine({ files, valid, seconds }: Totals): string {
  return `Checked ${formatCount(files, "file")} in ${seconds.toFixed(1)} s: ${valid} valid, ${files - valid} invalid.`;
}
