import type { Json } from "@assay/contract";
import type { Domain } from "../../candidates/domains.ts";
import { type ClosedObject, closedObjects, withMembers, withNames } from "./closed-objects.ts";
import { fittingValue } from "./fitting-value.ts";
import { evidentName, namesIn } from "./name-evidence.ts";
import type { Trap } from "./trap.ts";

/** A part of a forgotten property's name, with another value: by its name it is that property, so a reader has to look. */
export function namesByRule(domain: Domain): readonly Trap[] {
  const objects = closedObjects(domain.spec.document.candidateSchema as Json, domain.example);
  return objects.flatMap((object) =>
    Object.keys(object.members)
      .filter((name) => name !== "owner")
      .flatMap((name) => partsOf(object, name).map((part) => trapOf(domain, object, name, part))),
  );
}

function partsOf({ members, properties }: ClosedObject, name: string): readonly string[] {
  const words = name.split(/(?=[A-Z])/).map((word) => word.toLowerCase());
  const singular = words.map((word) => word.replace(/s$/, ""));
  const parts = new Set([...words, ...singular, name.slice(0, 4), name.slice(0, 6)]);
  const written = (part: string) => withNames(members, { [name]: part });
  return [...parts].filter(
    (part) =>
      !Object.hasOwn(properties, part) && evidentName(part, namesIn(written(part), Object.keys(properties))) === name,
  );
}

function trapOf(domain: Domain, { path, members, properties }: ClosedObject, name: string, part: string): Trap {
  const other = fittingValue(properties[name] ?? {}, members[name] as Json);
  const written = (value: Json) =>
    withMembers(domain.example, path, () => ({ ...withNames(members, { [name]: part }), [part]: value }));
  return {
    kind: "forgotten, and a name that the rule matches",
    domain,
    candidate: written(other),
    truth: "cannot be known",
    twin: { candidate: written(members[name] as Json), truth: { meant: domain.example } },
  };
}
