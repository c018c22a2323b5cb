import type { BuildOutcome, ReadJsonResult, ReviewSection } from "@assay/engine";
import { array, either, number, object, oneOf, string } from "./shape.ts";
import { buildOutcome, unreadable } from "./verdict-shape.ts";

/** A message from the page to the worker. */
export type ToWorker =
  /** Replaces the rules. `rulesId` increases, so that the page recognizes late answers about earlier rules. */
  | {
      readonly kind: "rules";
      readonly rulesId: number;
      /** The spec package in force, as it was published. */
      readonly current: Uint8Array;
      /** The announced next spec package. */
      readonly next?: Uint8Array | undefined;
    }
  /** The product's registry, as it was published. */
  | { readonly kind: "registry"; readonly bytes: Uint8Array }
  /** The id of the person whose key is in use, from the identity service; undefined while unknown. */
  | { readonly kind: "caller"; readonly subject: string | undefined }
  /** A candidate to check under the current rules. `checkId` increases, and only the newest candidate is checked. */
  | { readonly kind: "check"; readonly checkId: number; readonly text: string };

/** A message from the worker to the page. The worker runs rules from product teams, so the page validates each one. */
export type FromWorker =
  | { readonly kind: "loaded" }
  | { readonly kind: "rules-ready"; readonly rulesId: number }
  | { readonly kind: "rules-failed"; readonly rulesId: number; readonly reason: string }
  | { readonly kind: "checked"; readonly checkId: number; readonly rulesId: number; readonly result: CheckResult };

/** The result of a check. */
export type CheckResult =
  | { readonly kind: "unreadable"; readonly problem: Extract<ReadJsonResult, { readonly kind: "unreadable" }> }
  | {
      readonly kind: "verdict";
      readonly built: BuildOutcome;
      /** The review that the owner reads before submission, as Markdown; present only with a package. */
      readonly ownerReview?: string;
      /** The same review in sections, which the page renders. */
      readonly review?: readonly ReviewSection[];
      /** The revision of the registry in which the id was looked up; absent if it was not looked up. */
      readonly revision?: string;
      /** How long the engine took. */
      readonly ms: number;
    };

/** Validates a message from the worker. Returns undefined if the message is invalid. */
export function readMessage(data: unknown): FromWorker | undefined {
  return message(data) ? (data as FromWorker) : undefined;
}

const reviewText = object({ text: string, note: string });
const reviewLine = object({ depth: number }, { label: string, name: reviewText, about: string, value: reviewText });
const reviewSection = object({ title: string, lines: array(reviewLine) });
const verdict = object(
  { kind: oneOf("verdict"), built: buildOutcome, ms: number },
  { ownerReview: string, review: array(reviewSection), revision: string },
);
const message = either(
  object({ kind: oneOf("loaded") }),
  object({ kind: oneOf("rules-ready"), rulesId: number }),
  object({ kind: oneOf("rules-failed"), rulesId: number, reason: string }),
  object({ kind: oneOf("checked"), checkId: number, rulesId: number, result: either(unreadable, verdict) }),
);
