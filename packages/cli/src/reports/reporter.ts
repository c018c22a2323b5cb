import type { Draft, ReadDraft } from "../draft/read-draft.ts";
import type { Checked, DomainRef } from "../verdicts/checker.ts";

/** How a verdict is written: for people, programs, pull requests or agents. */
export type Format = "pretty" | "json" | "github" | "agent";

/** A draft and its verdict. */
interface CheckedDraft {
  readonly checked: Checked;
  readonly draft: Draft;
  readonly domain: DomainRef;
  /** What a person may type next. */
  readonly next?: readonly string[];
}

/** Writes what was found in drafts, one after another. */
export interface Reporter {
  verdict(found: CheckedDraft): void;
  /** A text that is not a candidate at all. */
  unreadable(read: Extract<ReadDraft, { kind: "unreadable" }>): void;
  /** After the last draft: JSON is one document, however many drafts there are. */
  end(): void;
}
