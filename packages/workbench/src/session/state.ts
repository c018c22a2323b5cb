// The states of the parts that a page loads. Each part loads and fails on its own, so the others keep working.
import type { SpecPackage } from "@assay/contract";
import type { CheckResult } from "../engine/messages.ts";

/** The engine in its worker. */
export type EngineState =
  | { readonly kind: "loading" }
  | { readonly kind: "ready" }
  | { readonly kind: "failed"; readonly reason: string };

/** The rules of the chosen domain. */
export type RulesState =
  | { readonly kind: "loading" }
  | { readonly kind: "ready"; readonly document: SpecPackage }
  | { readonly kind: "failed"; readonly reason: string };

/** The registry, which lists the taken ids. */
export type RegistryState =
  /** The domain does not publish its registry to pages, so only the service looks up ids. */
  | { readonly kind: "not-published" }
  | { readonly kind: "loading" }
  | { readonly kind: "ready" }
  | { readonly kind: "failed"; readonly reason: string };

/** The last finished check and the text that was checked. Its marks fit only that text. */
export interface CheckedText {
  readonly text: string;
  readonly result: CheckResult;
}
