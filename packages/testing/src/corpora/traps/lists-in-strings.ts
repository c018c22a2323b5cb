import type { Json, JsonObject } from "@assay/contract";
import type { Domain } from "../../candidates/domains.ts";
import { closedObjects, withMembers } from "./closed-objects.ts";
import type { Draft, Trap } from "./trap.ts";

/** A list written as one string: as one item it would be wrong, and its parts may not all be what is accepted. */
export function listsInStrings(domain: Domain): readonly Trap[] {
  const objects = closedObjects(domain.spec.document.candidateSchema as Json, domain.example);
  return objects.flatMap(({ path, members }) =>
    Object.entries(members).flatMap(([name, value]) => {
      if (!isListOfStrings(value)) return [];
      const written = (other: Json) => withMembers(domain.example, path, () => ({ ...members, [name]: other }));
      const drafts = draftsOf(value, isFree(domain, name)).map(([other, isMeant]): Draft => {
        const truth = isMeant ? { meant: domain.example } : "cannot be known";
        return { candidate: written(other), truth };
      });
      const [first = ""] = value;
      const twins = [
        { candidate: written(value.join(", ")), truth: { meant: domain.example } },
        { candidate: written(value.join(",")), truth: { meant: domain.example } },
        { candidate: written(first), truth: { meant: written([first]) } },
      ];
      return drafts.map((draft, index) => ({
        kind: "list in a string" as const,
        domain,
        ...draft,
        twin: twins[index % twins.length] as (typeof twins)[number],
      }));
    }),
  );
}

// Whether the author's list is in it, in a form that only a reader understands; otherwise nobody knows what was meant.
function draftsOf(items: readonly string[], free: boolean): readonly (readonly [written: Json, isMeant: boolean])[] {
  const [first = "", ...rest] = items;
  const slipped = [`${first.slice(0, 3)}${first.slice(4)}`, ...rest].join(", ");
  const readable: readonly Json[] = [
    items.join(" and "),
    items.join(" / "),
    items.join(" | "),
    items.map((item) => `- ${item}`).join("\n"),
    JSON.stringify(items),
    `[${items.join(", ")}]`,
    { items },
    Object.fromEntries(items.map((item) => [item, true])),
    ...(free ? [] : [slipped, [items.join(", ")], items.join(" ")]),
  ];
  const strange: readonly Json[] = free
    ? [`${items.join(", ")}, x`]
    : [
        `${items.join(", ")}, vip`,
        `${first}, and others`,
        `not ${first}, something`,
        `all but ${items.join(", ")}`,
        "whatever the team decides, later",
      ];
  return [
    ...readable.map((written) => [written, true] as const),
    ...strange.map((written) => [written, false] as const),
  ];
}

function isListOfStrings(value: Json): value is readonly string[] {
  return Array.isArray(value) && value.length > 1 && value.every((item) => typeof item === "string");
}

// Items without an enumeration, a pattern or a rule: any text is one.
function isFree(domain: Domain, name: string): boolean {
  const { candidateSchema, rules = [] } = domain.spec.document;
  const { items } = ((candidateSchema as JsonObject).properties as { readonly [name: string]: JsonObject })[name] ?? {};
  const { enum: allowed, pattern } = (items ?? {}) as JsonObject;
  return allowed === undefined && pattern === undefined && !JSON.stringify(rules).includes(`"/${name}/*"`);
}
