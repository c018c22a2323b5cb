import type { JsonObject, RegistryState } from "@assay/contract";
import { isObject } from "../json/json.ts";
import { kindOf, wrongArgument } from "../wrong-argument.ts";
import type { ComparisonKey, LookalikeKey } from "./comparison-key.ts";
import type { RegistryIndex } from "./registry-index.ts";

/**
 * What the registry says of one comparison key. `id` is the registered one, in its own spelling. `unknown`: the range was
 * not fetched, so the id must not count as free.
 */
export type RegistryAnswer =
  | { readonly kind: "free" }
  | { readonly kind: "taken"; readonly id: string; readonly state: RegistryState }
  | { readonly kind: "pending" }
  | { readonly kind: "unknown" };

/**
 * The registry at one revision, answering without I/O: `registryFromSnapshot`, `registryFromRanges` and
 * `registryFromPacked` make one. One of your own reads what was fetched beforehand.
 *
 * @example
 * const find = (key: ComparisonKey): RegistryAnswer => (idByKey.has(key) ? { kind: "taken", id: idByKey.get(key), state: "active" } : { kind: "free" });
 * const view: RegistryView = { revision: "1", find };
 */
export interface RegistryView {
  readonly revision: string;
  find(key: ComparisonKey): RegistryAnswer;
  /** An id in the registry that looks like this one. Default: none is found. */
  similar?(lookalikeKey: LookalikeKey): string | undefined;
}

export const free: RegistryAnswer = { kind: "free" };
export const unknown: RegistryAnswer = { kind: "unknown" };
export const pending: RegistryAnswer = { kind: "pending" };

/** A view of indexed entries. */
export function viewOf({ taken, pending: open, lookalikes }: RegistryIndex, revision: string): Required<RegistryView> {
  return {
    revision,
    find(key) {
      const entry = taken.get(key);
      if (entry) return { kind: "taken", id: entry.id, state: entry.state };
      return open.has(key) ? pending : free;
    },
    similar: (key) => lookalikes.get(key)?.id,
  };
}

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
    expected: "a function that returns `free`, `taken` (with `id`), `pending` or `unknown` as `kind`",
    found: `one that returns ${isObject(answer) && "kind" in answer ? foundIn(answer) : kindOf(answer)}`,
    remedy: "Fetch what engine.registryKeys names beforehand, and answer from that.",
  });
}

const kinds: ReadonlySet<unknown> = new Set(["free", "taken", "pending", "unknown"]);

function isAnswer(value: unknown): value is RegistryAnswer {
  return isObject(value) && kinds.has(value.kind) && (value.kind !== "taken" || typeof value.id === "string");
}

function foundIn({ kind }: JsonObject): string {
  return kind === "taken" ? "`taken` without `id`" : "another `kind`";
}
