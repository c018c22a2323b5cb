import type { RegistryState } from "@assay/contract";

/** What the registry says of one comparison key. `unknown`: its range was not fetched, so it must not count as free. */
export type RegistryAnswer =
  | { readonly kind: "free" }
  | { readonly kind: "taken"; readonly state: RegistryState }
  | { readonly kind: "pending" }
  | { readonly kind: "unknown" };

/** The registry at one revision, answering without I/O. */
export interface RegistryView {
  readonly revision: string;
  find(key: string): RegistryAnswer;
  /** An id in the registry that looks like this one; only a view of the whole registry can tell. */
  similar?(lookalikeKey: string): string | undefined;
}

export const free: RegistryAnswer = { kind: "free" };
export const unknown: RegistryAnswer = { kind: "unknown" };
export const pending: RegistryAnswer = { kind: "pending" };
