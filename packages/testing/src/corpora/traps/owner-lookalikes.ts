import type { Json, JsonObject } from "@assay/contract";
import type { Domain } from "../../candidates/domains.ts";
import { without } from "./closed-objects.ts";
import type { Trap } from "./trap.ts";

const people = [
  ...["reviewer", "author", "submitter", "maintainer", "contact", "createdBy", "requester", "approver", "assignee"],
  ...["responsible", "sponsor", "steward", "proposer", "lead", "editor", "user", "account", "principal", "holder"],
];

/** Somebody is named who is not the owner, or the owner in words of which nobody knows what they mean. */
export function ownerLookalikes(domain: Domain): readonly Trap[] {
  const { owner, ...rest } = domain.example as JsonObject & { readonly owner: JsonObject };
  const { kind = "", id = "" } = owner;
  const person = { name: "Ada Diaz", email: "ada@example.org" };
  const withoutOwner: readonly JsonObject[] = [
    ...people.flatMap((name) => [{ [name]: owner }, { [name]: person }, { [name]: id }]),
    { proposalOwner: owner },
    { productOwner: owner },
    { ownedBy: owner },
    { ownerKind: kind, ownerId: id },
    { owner_kind: kind, owner_id: id },
    { kind, id },
    { submitter: owner, reviewer: { kind: "human", id: "ben" } },
  ];
  const otherForms: readonly Json[] = [
    ...[person, { type: kind, identifier: id }, { kind, email: "ada@example.org" }, { id, name: "Ada Diaz" }],
    ...[
      { userType: kind, userId: id },
      { kind, accountId: id },
      { kind, uuid: id },
      { role: kind, login: id },
    ],
    ...[id, `${kind}:${id}`, [kind, id], [owner], { [String(kind)]: id }, { kind, id: 7 }, { kind: true, id }],
    ...[{ kind, id: { value: id } }, { user: owner }, null, {}],
  ];
  const candidates: readonly JsonObject[] = [
    ...withoutOwner.map((added) => ({ ...added, ...rest })),
    ...otherForms.map((form) => ({ owner: form, ...rest })),
  ];
  const twins: readonly JsonObject[] = [
    ...["Owner", "ownr", "OWNER", "ownner"].map((name) => ({ [name]: owner, ...rest })),
    ...["Kind", "KIND", "knd"].map((name) => ({ owner: { [name]: kind, ...without(owner, "kind") }, ...rest })),
    ...["Id", "ID", "_id"].map((name) => ({ owner: { ...without(owner, "id"), [name]: id }, ...rest })),
  ];
  return candidates.map((candidate, index) => ({
    kind: "owner look-alike",
    domain,
    candidate,
    truth: "cannot be known",
    twin: { candidate: twins[index % twins.length] as JsonObject, truth: "left to the owner" },
  }));
}
