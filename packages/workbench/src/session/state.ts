// What the page shows, as values: each part that loads has its own state, and the failure of one says what still works.
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

/** Which ids are taken. */
export type RegistryState =
  /** The domain does not publish its registry to pages: the id is looked up by the service alone. */
  | { readonly kind: "not-published" }
  | { readonly kind: "loading" }
  | { readonly kind: "ready" }
  | { readonly kind: "failed"; readonly reason: string };

/** The last check that ended, and the text that it was about: marks fit only that text. */
export interface Checked {
  readonly text: string;
  readonly result: CheckResult;
}
