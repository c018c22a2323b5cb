import type { Json, JsonObject } from "@assay/contract";
import type { Domain } from "../../candidates/domains.ts";
import { type ClosedObject, closedObjects, withMembers, withNames } from "./closed-objects.ts";
import { misspell } from "./misspell.ts";
import { evidentName, namesIn } from "./name-evidence.ts";
import { synonyms } from "./synonyms.ts";
import type { Trap } from "./trap.ts";

/** Required properties under names that share no word with theirs: one alone, or two of one type in the other order. */
export function otherWords(domain: Domain): readonly Trap[] {
  const objects = closedObjects(domain.spec.document.candidateSchema as Json, domain.example);
  return objects.flatMap((object) => [...alone(domain, object), ...swapped(domain, object)]);
}

function alone(domain: Domain, object: ClosedObject): readonly Trap[] {
  const names = renamable(object).flatMap((name) => (synonyms[name] ?? []).map((other) => ({ [name]: other })));
  return names.filter((each) => saysNothing(object, each)).map((each) => trapOf("synonym", domain, object, each));
}

function swapped(domain: Domain, object: ClosedObject): readonly Trap[] {
  const named = renamable(object).filter((name) => synonyms[name] !== undefined);
  const pairs = named.flatMap((one, index) => named.slice(index + 1).map((other) => [one, other] as const));
  return pairs
    .filter(([one, other]) => typeOf(object.members[one]) === typeOf(object.members[other]))
    .flatMap(([one, other]) =>
      [0, 1].map((at) => ({ [one]: synonyms[one]?.at(at - 1) ?? one, [other]: synonyms[other]?.at(at) ?? other })),
    )
    .filter((each) => saysNothing(object, each))
    .map((each) => trapOf("swapped pair", domain, object, each));
}

// The tag of a branch is not among them: its value says what its name does not.
function renamable({ required, properties }: ClosedObject): readonly string[] {
  return required.filter((name) => !Object.hasOwn(properties[name] as JsonObject, "const"));
}

function trapOf(
  kind: "synonym" | "swapped pair",
  domain: Domain,
  { path, members }: ClosedObject,
  names: { readonly [name: string]: string },
): Trap {
  const slips = Object.fromEntries(Object.keys(names).map((name) => [name, misspell(name, name.length)]));
  const written = (others: typeof names) =>
    withMembers(domain.example, path, () => {
      const renamed = Object.keys(names);
      return withNames(kind === "swapped pair" ? exchanged(members, renamed) : members, others);
    });
  const truth = { meant: domain.example };
  return { kind, domain, candidate: written(names), truth, twin: { candidate: written(slips), truth } };
}

// Each member keeps its value, and stands where the other stood.
function exchanged(members: JsonObject, [one = "", other = ""]: readonly string[]): JsonObject {
  const order = Object.keys(members).map((name) => (name === one ? other : name === other ? one : name));
  return Object.fromEntries(order.map((name) => [name, members[name] as Json]));
}

function saysNothing({ members, properties }: ClosedObject, names: { readonly [name: string]: string }): boolean {
  const all = namesIn(withNames(members, names), Object.keys(properties));
  return Object.values(names).every((name) => !Object.hasOwn(properties, name) && !evidentName(name, all));
}

function typeOf(value: Json | undefined): string {
  return Array.isArray(value) ? "array" : typeof value;
}
