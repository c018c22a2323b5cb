import type { RegistryState, SpecPackage } from "@assay/contract";
import { createArgumentError, describeKind } from "../argument-error.ts";
import { isObject } from "../json/json.ts";

/** What the registry says of an id. In a `taken` answer, `id` is the registered one, in its own spelling. */
export type RegistryAnswer =
  | { readonly kind: "free" }
  | { readonly kind: "taken"; readonly id: string; readonly state: RegistryState }
  | { readonly kind: "pending" }
  | { readonly kind: "not-looked-up" };

/** How a spec package compares ids. */
export type Compare = SpecPackage["generatorId"]["compare"];

/** The registry at one revision, answering without I/O: `registryFromSnapshot` and `registryFromPacked` make one. */
export interface RegistryView {
  readonly revision: string;
  find(id: string, compare: Compare): RegistryAnswer;
}

/** A view for checks without a registry: it says of every id that it was not looked up. */
export const noRegistry: RegistryView = { revision: "", find: () => ({ kind: "not-looked-up" }) };

/** Refuses anything but a view, above all a registry document: it is not searched before it is packed. */
export function checkRegistryView(view: unknown): asserts view is RegistryView {
  if (isObject(view) && typeof view.find === "function") return;
  const found = isObject(view) && Array.isArray(view.entries) ? "a registry document" : describeKind(view);
  throw createArgumentError("registry", "a registry view", found, remedy);
}

const remedy = "Pass what registryFromSnapshot or registryFromPacked returns.";
const kinds: ReadonlySet<unknown> = new Set<RegistryAnswer["kind"]>(["free", "taken", "pending", "not-looked-up"]);

/** Looks up an id. An answer of another kind, such as a Promise, must not count as free. */
export function findId(view: RegistryView, id: string, compare: Compare): RegistryAnswer {
  const answer: unknown = view.find(id, compare);
  if (isObject(answer) && kinds.has(answer.kind)) return answer as unknown as RegistryAnswer;
  const expected = "a function that returns `free`, `taken`, `pending` or `not-looked-up` as `kind`";
  throw createArgumentError("registry.find", expected, `one that returns ${describeKind(answer)}`, remedy);
}
