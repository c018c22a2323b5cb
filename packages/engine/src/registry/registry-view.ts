import type { Registry, RegistryState, SpecPackage } from "@assay/contract";
import { isObject } from "../json/json.ts";
import { kindOf, wrongArgument } from "../wrong-argument.ts";
import { type ComparisonKey, comparisonKey, type LookalikeKey, lookalikeKey } from "./comparison-key.ts";
import { checkRegistryDocument, type RegistryDocument } from "./registry-document.ts";
import { indexRegistry, type RegistryIndex, withOtherLetters } from "./registry-index.ts";

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
  /** The same for ids as they are written. Needed under spec packages with `"compare": "exact"`. */
  readonly exact?: ExactView;
}

/** What the registry says of an id as it is written. */
export interface ExactView {
  find(id: string): RegistryAnswer;
  /** An id in the registry that looks like this one and has other letters. Default: none is found. */
  similar?(id: string): string | undefined;
}

export const free: RegistryAnswer = { kind: "free" };
export const unknown: RegistryAnswer = { kind: "unknown" };
export const pending: RegistryAnswer = { kind: "pending" };

/** A view of indexed entries. */
export function viewOf(index: RegistryIndex, revision: string): Required<RegistryView> {
  const { taken, takenIds, pending: open, pendingIds, lookalikes } = index;
  return {
    revision,
    find: (key) => answerOf(taken.get(key), open.has(key)),
    similar: (key) => lookalikes.get(key)?.[0],
    exact: {
      find: (id) => answerOf(takenIds.get(id), pendingIds.has(id)),
      similar: (id) => withOtherLetters(lookalikes.get(lookalikeKey(id)) ?? [id], id),
    },
  };
}

function answerOf(entry: Registry["entries"][number] | undefined, isPending: boolean): RegistryAnswer {
  if (entry) return { kind: "taken", id: entry.id, state: entry.state };
  return isPending ? pending : free;
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

/** How a spec package compares ids. */
type Compare = SpecPackage["generatorId"]["compare"];

/** Looks up an id. An answer of another kind, such as a Promise, must not count as free. */
export function findIn(view: RegistryView, id: string, compare: Compare): RegistryAnswer {
  const isExact = compare === "exact";
  const answer: unknown = isExact ? exactOf(view).find(id) : view.find(comparisonKey(id));
  if (isAnswer(answer)) return answer;
  const wrongKind = isObject(answer) && answer.kind === "taken" ? "`taken` without `id`" : "another `kind`";
  throw wrongArgument({
    argument: isExact ? "registry.exact.find" : "registry.find",
    expected: "a function that returns `free`, `taken` (with `id`), `pending` or `unknown` as `kind`",
    found: `one that returns ${isObject(answer) && "kind" in answer ? wrongKind : kindOf(answer)}`,
    remedy: "Fetch what engine.registryKeys names beforehand, and answer from that.",
  });
}

/** An id in the registry that people may mistake for this one. */
export function similarIn(view: RegistryView, id: string, compare: Compare): string | undefined {
  return compare === "exact" ? exactOf(view).similar?.(id) : view.similar?.(lookalikeKey(id));
}

function exactOf({ exact }: RegistryView): ExactView {
  if (exact) return exact;
  throw wrongArgument({
    argument: "registry.exact",
    expected: 'an object with `find`, because the spec package has "compare": "exact"',
    found: "undefined",
    remedy: "Also answer for ids as they are written.",
  });
}

const kinds: ReadonlySet<unknown> = new Set(["free", "taken", "pending", "unknown"]);

function isAnswer(value: unknown): value is RegistryAnswer {
  return isObject(value) && kinds.has(value.kind) && (value.kind !== "taken" || typeof value.id === "string");
}

/**
 * A view of the whole registry.
 *
 * @example
 * const registry = registryFromSnapshot({ revision: "1", entries: [{ id: "person-basic", state: "active" }], pending: [] });
 */
export function registryFromSnapshot(registry: RegistryDocument): RegistryView {
  checkRegistryDocument(registry);
  return viewOf(indexRegistry([registry]), registry.revision);
}
