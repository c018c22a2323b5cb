import type { Json, JsonObject } from "@assay/contract";
import type { Domain } from "../../candidates/domains.ts";
import { without } from "./closed-objects.ts";
import { evidentName } from "./name-evidence.ts";
import type { Draft, Trap } from "./trap.ts";

const names = [
  ...["proposal", "data", "candidate", "payload", "body", "content", "item", "record", "generator", "spec"],
  ...["input", "value", "request", "attributes", "params", "submission", "draft", "document", "entry", "result"],
];

/** A candidate one level too deep, with something beside it that unwrapping would lose, or with a part of it outside. */
export function wrappers(domain: Domain): readonly Trap[] {
  const { example } = domain;
  const { targetProduct, domainId } = domain.spec.document;
  const truth = { meant: example };
  const envelope = { targetProduct, domainId, candidate: example };
  const foreign: readonly JsonObject[] = [
    { ...envelope, targetProduct: "another-product" },
    { ...envelope, domainId: "another-domain" },
    { ...envelope, targetProduct: targetProduct.toUpperCase(), domainId: "default" },
  ];
  return [
    ...names.flatMap((name) =>
      draftsIn(domain, name).map((draft) => ({ ...draft, twin: { candidate: { [name]: example }, truth } })),
    ),
    ...foreign.map((candidate) => ({
      candidate,
      truth: "cannot be known" as const,
      twin: { candidate: envelope, truth },
    })),
  ].map((drafts) => ({ kind: "wrapper", domain, ...drafts }));
}

function draftsIn({ example }: Domain, name: string): readonly Draft[] {
  const all = Object.keys(example);
  const inside = all.slice(0, Math.ceil(all.length / 2));
  const text = all.find((each) => each !== "generatorId" && typeof example[each] === "string") ?? "";
  const part = without(example, ...all.filter((each) => !inside.includes(each)));
  const isPartOfAName = evidentName(name, { unknown: [name], absent: all, present: [] }) !== undefined;
  return [
    // What stands beside it stays there.
    meant({ [name]: example, jiraTicket: "DATA-118" }, { ...example, jiraTicket: "DATA-118" }),
    // Which of the two is meant, nobody knows.
    unknowable({ [name]: example, [text]: "Another text than the one inside, and just as long." }),
    unknowable({ generatorId: "another-id", [name]: example }),
    unknowable({ owner: { kind: "human", id: "somebody-else" }, [name]: example }),
    // Under a name that stands for a list of the candidate, it may be that list.
    ...(isPartOfAName ? [] : [unknowable({ [name]: [example, { ...example, generatorId: "another-id" }] })]),
    // A part inside, the others beside it or nowhere.
    meant({ ...without(example, ...inside), [name]: part }, example),
    meant({ [name]: part }, part),
  ];
}

function meant(candidate: Json, truth: Json): Draft {
  return { candidate, truth: { meant: truth } };
}

function unknowable(candidate: Json): Draft {
  return { candidate, truth: "cannot be known" };
}
