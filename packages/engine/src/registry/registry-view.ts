import type { RegistryState, SpecPackage } from "@assay/contract";
import { createArgumentError, describeKind } from "../argument-error.ts";
import { isObject } from "../json/json.ts";

/** The result of looking up an id. If it is `taken`, `id` is the registered id, spelled as in the registry. */
export type RegistryAnswer =
  | { readonly kind: "free" }
  | { readonly kind: "taken"; readonly id: string; readonly state: RegistryState }
  | { readonly kind: "pending" }
  | { readonly kind: "not-looked-up" };

/** How a spec package compares ids. */
export type Compare = SpecPackage["generatorId"]["compare"];

/** One revision of a registry, searched without I/O. `registryFromSnapshot` and `registryFromPacked` create it. */
export interface RegistryView {
  readonly revision: string;
  find(id: string, compare: Compare): RegistryAnswer;
}

/** A view for checks without a registry. It does not look up ids. */
export const noRegistry: RegistryView = { revision: "", find: () => ({ kind: "not-looked-up" }) };

/** Throws unless the value is a view. A likely mistake is to pass a registry document, which has to be packed first. */
export function checkRegistryView(view: unknown): asserts view is RegistryView {
  if (isObject(view) && typeof view.find === "function") return;
  const actual = isObject(view) && Array.isArray(view.entries) ? "a registry document" : describeKind(view);
  throw createArgumentError("registry", "a registry view", actual, remedy);
}

const remedy = "Pass what registryFromSnapshot or registryFromPacked returns.";
const kinds: ReadonlySet<unknown> = new Set<RegistryAnswer["kind"]>(["free", "taken", "pending", "not-looked-up"]);

/** Looks up an id. Throws if the view returns anything but an answer: a Promise, say, must not count as free. */
export function findId(view: RegistryView, id: string, compare: Compare): RegistryAnswer {
  const answer: unknown = view.find(id, compare);
  if (isObject(answer) && kinds.has(answer.kind)) return answer as unknown as RegistryAnswer;
  const expected = "a function that returns `free`, `taken`, `pending` or `not-looked-up` as `kind`";
  throw createArgumentError("registry.find", expected, `one that returns ${describeKind(answer)}`, remedy);
}
