import type { RegistryState } from "@assay/contract";
import { isObject } from "../json/json.ts";
import { kindOf, wrongArgument } from "../wrong-argument.ts";
import type { ComparisonKey, LookalikeKey } from "./comparison-key.ts";

/** What the registry says of one comparison key. `unknown`: its range was not fetched, so it must not count as free. */
export type RegistryAnswer =
  | { readonly kind: "free" }
  | { readonly kind: "taken"; readonly state: RegistryState }
  | { readonly kind: "pending" }
  | { readonly kind: "unknown" };

/**
 * The registry at one revision, answering without I/O: `registryFromSnapshot`, `registryFromRanges` and
 * `registryFromPacked` make one. One of your own reads what was fetched beforehand.
 *
 * @example
 * const view: RegistryView = { revision: "1", find: (key) => (taken.has(key) ? { kind: "taken", state: "active" } : { kind: "free" }) };
 */
export interface RegistryView {
  readonly revision: string;
  find(key: ComparisonKey): RegistryAnswer;
  /** An id in the registry that looks like this one; only a view of the whole registry can tell. Default: none is found. */
  similar?(lookalikeKey: LookalikeKey): string | undefined;
}

export const free: RegistryAnswer = { kind: "free" };
export const unknown: RegistryAnswer = { kind: "unknown" };
export const pending: RegistryAnswer = { kind: "pending" };

/** Refuses anything but a view, above all a registry document: it is not searched before it is indexed. */
export function checkRegistryView(view: unknown): asserts view is RegistryView {
  if (typeof view === "object" && view !== null && "find" in view && typeof view.find === "function") {
    if (!Array.isArray(view)) return;
  }
  const error = (found: string, remedy: string) =>
    wrongArgument({ argument: "registry", expected: "a registry view", found, remedy });
  if (isObject(view) && Array.isArray(view.entries)) {
    if ("range" in view) throw error("a range of a registry", "Pass registryFromRanges({ revision, ranges, sha256 }).");
    throw error("a registry document", "Pass registryFromSnapshot(registry).");
  }
  if (isObject(view) && isObject(view.taken)) throw error("a packed registry", "Pass registryFromPacked(registry).");
  throw error(kindOf(view), "Pass what registryFromSnapshot or registryFromRanges returns.");
}

/** Looks up a key. An answer of another kind, such as a Promise, must not count as free. */
export function findIn(view: RegistryView, key: ComparisonKey): RegistryAnswer {
  const answer: unknown = view.find(key);
  if (isAnswer(answer)) return answer;
  throw wrongArgument({
    argument: "registry.find",
    expected: "a function that returns `free`, `taken`, `pending` or `unknown` as `kind`",
    found: `one that returns ${isObject(answer) && "kind" in answer ? "another `kind`" : kindOf(answer)}`,
    remedy: "Fetch what engine.registryKeys names beforehand, and answer from that.",
  });
}

const kinds: ReadonlySet<unknown> = new Set(["free", "taken", "pending", "unknown"]);

function isAnswer(value: unknown): value is RegistryAnswer {
  return isObject(value) && kinds.has(value.kind);
}
