import type { Draft, UnreadableDraft } from "../draft/read-draft.ts";
import { formatCount } from "../terminal/format-count.ts";
import type { Checked, DomainRef } from "../verdicts/checker.ts";

/** How a verdict is written: for people, programs, pull requests or agents. */
export type Format = "pretty" | "json" | "github" | "agent";

/** How a result is written that only people and programs read. */
export type PlainFormat = "pretty" | "json";

/** A verdict, and what it is about. */
export interface CheckedDraft {
  readonly checked: Checked;
  readonly draft: Draft;
  readonly domain: DomainRef;
  /** Whether totals follow. */
  readonly isOneOfSeveral?: boolean;
  /** Whose key the draft was checked with, if that is known and has to do with the verdict. */
  readonly subject?: string | undefined;
}

/** What was found in several files. */
export interface Totals {
  readonly files: number;
  readonly valid: number;
  readonly seconds: number;
}

/** Writes what was found in drafts, one after another. */
export interface Reporter {
  reportVerdict(found: CheckedDraft): void;
  /** A text that is not a candidate at all. */
  reportUnreadable(read: UnreadableDraft): void;
  /** After the last draft: JSON is one document, however many drafts there are. Of several files there are totals. */
  end(totals?: Totals): void;
}

/** Totals in one sentence. */
export function totalsLine({ files, valid, seconds }: Totals): string {
  return `Checked ${formatCount(files, "file")} in ${seconds.toFixed(1)} s: ${valid} valid, ${files - valid} invalid.`;
}
