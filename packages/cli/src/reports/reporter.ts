import type { Draft, UnreadableDraft } from "../draft/read-draft.ts";
import { counted } from "../terminal/phrases.ts";
import type { Checked, DomainRef } from "../verdicts/checker.ts";

/** How a verdict is written: for people, programs, pull requests or agents. */
export type Format = "pretty" | "json" | "github" | "agent";

/** How a result is written that only people and programs read. */
export type PlainFormat = "pretty" | "json";

interface CheckedDraft {
  readonly checked: Checked;
  readonly draft: Draft;
  readonly domain: DomainRef;
  /** Whether totals follow. */
  readonly isOneOfSeveral?: boolean;
}

/** What was found in several files. */
export interface Totals {
  readonly files: number;
  readonly valid: number;
  /** How many of the valid ones have an id that was not looked up. */
  readonly notLookedUp: number;
  readonly errors: number;
  readonly seconds: number;
}

/** Writes what was found in drafts, one after another. */
export interface Reporter {
  verdict(found: CheckedDraft): void;
  /** A text that is not a candidate at all. */
  unreadable(read: UnreadableDraft): void;
  /** After the last draft: JSON is one document, however many drafts there are. Of several files there are totals. */
  end(totals?: Totals): void;
}

/** Totals in one sentence. */
export function totalsLine({ files, valid, notLookedUp, errors, seconds }: Totals): string {
  const parts = [
    ...(valid > notLookedUp || valid === 0 ? [`${valid - notLookedUp} valid`] : []),
    ...(notLookedUp > 0 ? [`${notLookedUp} valid apart from the id, which was not looked up`] : []),
    `${files - valid} invalid`,
    counted(errors, "error"),
  ];
  return `Checked ${counted(files, "file")} in ${seconds.toFixed(1)} s: ${parts.join(", ")}.`;
}
