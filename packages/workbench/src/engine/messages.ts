import type { BuildOutcome, ReadJson, ReviewSection } from "@assay/engine";
import { array, either, number, object, oneOf, string } from "./shape.ts";
import { buildOutcome, unreadable } from "./verdict-shape.ts";

/** What the page tells the worker. */
export type ToWorker =
  /** Other rules from now on. `rules` numbers them, so that a late answer about earlier ones is recognized. */
  | {
      readonly kind: "rules";
      readonly rules: number;
      /** The spec package in force, as it was published. */
      readonly current: Uint8Array;
      /** The announced next one. */
      readonly next?: Uint8Array | undefined;
    }
  /** The registry of the product, as it was published. */
  | { readonly kind: "registry"; readonly bytes: Uint8Array }
  /** The person whose key is in use, as the identity service names them; absent if nobody is known. */
  | { readonly kind: "caller"; readonly subject: string | undefined }
  /** A candidate to check under the current rules. `turn` counts up; the newest one wins. */
  | { readonly kind: "check"; readonly turn: number; readonly text: string };

/** What the worker tells the page. The worker applies other people's rules, so the page trusts none of it. */
export type FromWorker =
  | { readonly kind: "loaded" }
  | { readonly kind: "rules-ready"; readonly rules: number }
  | { readonly kind: "rules-failed"; readonly rules: number; readonly reason: string }
  | { readonly kind: "checked"; readonly turn: number; readonly rules: number; readonly result: CheckResult };

/** What became of a check. */
export type CheckResult =
  | { readonly kind: "unreadable"; readonly problem: Extract<ReadJson, { readonly kind: "unreadable" }> }
  | {
      readonly kind: "verdict";
      readonly built: BuildOutcome;
      /** What the owner reads before anything is sent, as Markdown; present exactly when there is a package. */
      readonly ownerReview?: string;
      /** The same for the page to draw. */
      readonly review?: readonly ReviewSection[];
      /** The revision of the registry that was used; absent if no id was looked up. */
      readonly revision?: string;
      /** How long the engine took. */
      readonly ms: number;
    };

/** A message of the worker, or nothing if it has another shape: the worker applies other people's rules, so none of it is trusted. */
export function readMessage(data: unknown): FromWorker | undefined {
  return message(data) ? (data as FromWorker) : undefined;
}

const reviewText = object({ text: string, note: string });
const reviewLine = object({ depth: number }, { label: string, name: reviewText, value: reviewText });
const reviewSection = object({ title: string, lines: array(reviewLine) });
const verdict = object(
  { kind: oneOf("verdict"), built: buildOutcome, ms: number },
  { ownerReview: string, review: array(reviewSection), revision: string },
);
const message = either(
  object({ kind: oneOf("loaded") }),
  object({ kind: oneOf("rules-ready"), rules: number }),
  object({ kind: oneOf("rules-failed"), rules: number, reason: string }),
  object({ kind: oneOf("checked"), turn: number, rules: number, result: either(unreadable, verdict) }),
);
