import assert from "node:assert/strict";
import { test } from "node:test";
import { diagnosticCatalogue, type Json, type JsonObject } from "@assay/contract";
import { registryFromSnapshot } from "@assay/engine";
import { type Domain, digestOf, domainNamed, specPackageNames } from "../candidates/domains.ts";
import { trapsIn } from "../corpora/traps/all-traps.ts";
import type { Trap } from "../corpora/traps/trap.ts";
import { figure } from "../figure.ts";
import { hasEnoughRuns, scaled, seed } from "../scale.ts";
import { createRandom, type Random } from "../seeded-random.ts";
import { type HurriedDraft, hurriedDraft } from "./hurried-drafts.ts";
import { takenIds } from "./hurried-mistakes.ts";
import { type Conversation, converse, type Question } from "./literal-agent.ts";
import { namesWhatIsNeeded, readOrders } from "./orders.ts";

interface Ended {
  readonly domain: Domain;
  readonly draft: Omit<HurriedDraft, "truth"> & { readonly truth: JsonObject | undefined };
  readonly conversation: Conversation;
}

const domains = specPackageNames.filter((name) => !name.endsWith("/2.0.0")).map((name) => domainNamed(name));
const draftsPerDomain = scaled({ quick: 8, ci: 75, full: 300 });
const registry = registryFromSnapshot({
  revision: "1",
  entries: takenIds.map((id) => ({ id, state: "active" as const })),
  pending: [],
});

test("a reader who does what every message says and thinks no further builds what was meant, or ends in a question", () => {
  const random = createRandom(seed);
  const ended = domains.flatMap((domain) => {
    const traps = trapsIn(domain).filter(isKnown);
    return Array.from({ length: draftsPerDomain }, (_, index): Ended => {
      const draft = index % 3 === 2 ? trapDraft(traps, random) : hurriedDraft(domain, random);
      return { domain, draft, conversation: converse({ domain, registry, draft: draft.draft, brief: draft.brief }) };
    });
  });

  const built = ended.filter(({ conversation }) => conversation.end.kind === "built");
  const equal = built.filter((each) => differenceOf(each).length === 0 && each.draft.truth !== undefined);
  const open = built.filter((each) => !equal.includes(each) && isOpen(each));
  const wrong = built.filter((each) => !equal.includes(each) && !open.includes(each));
  const asked = ended.filter(({ conversation }) => conversation.end.kind === "asked");
  const unparsed = new Set(ended.flatMap(({ conversation }) => conversation.unparsed));
  const bare = asked.flatMap(bareQuestions);
  const forgers = ended.filter(changesTheOwner);
  const guesses = ended.filter(({ conversation }) =>
    conversation.turns.some(({ did }) => did.some((each) => each.startsWith("Took the first value"))),
  );
  const calls = ended.map(({ conversation }) => conversation.turns.length).toSorted((a, b) => a - b);
  figure("literal agent: drafts", ended.length, "at least 500 in ci and at full scale");
  figure("literal agent: built equal to the truth", equal.length, "printed");
  figure("literal agent: built with a choice that the draft left open", open.length, "printed");
  for (const choice of new Set(open.flatMap(differenceOf)))
    figure("literal agent: left open", choice, "the id that is taken or cannot be written, samples without a value");
  figure("literal agent: ended in a question", asked.length, "printed");
  figure("literal agent: questions that do not name what is needed", bare.length, 0);
  figure("literal agent: built with other content than was meant", wrong.length, 0);
  figure("literal agent: sent an owner that it was not given", forgers.length, 0);
  figure("literal agent: took the first of several values on the way", guesses.length, "printed");
  figure("literal agent: sentences that cannot be carried out", unparsed.size, 0);
  figure("literal agent: calls per draft", `median ${calls[calls.length >> 1]}, most ${calls.at(-1)}`, "printed");

  if (hasEnoughRuns) assert.ok(ended.length >= 500);
  assert.deepEqual(wrong.slice(0, 5).map(shown), []);
  assert.deepEqual(forgers.slice(0, 5).map(shown), []);
  assert.deepEqual([...unparsed].slice(0, 5), []);
  assert.deepEqual([...new Set(bare)].slice(0, 5), []);
});

test("an agent that was told everything asks nothing, and one that was told nothing asks what is open and no more", () => {
  const random = createRandom(seed + 1);
  const drafts = domains.flatMap((domain) =>
    Array.from({ length: draftsPerDomain }, () => ({ domain, ...hurriedDraft(domain, random) })),
  );
  const told = drafts.map(({ domain, draft, truth }) =>
    questionsOf(converse({ domain, registry, draft, brief: truth, isToldAll: true })),
  );
  const untold = drafts.map(({ domain, draft, truth }) => {
    const conversation = converse({ domain, registry, draft, brief: {} });
    const last = conversation.turns.at(-1)?.candidate as JsonObject;
    // What contradicts a value may be what is open: a sample is as meant, and its type is not.
    const isOpen = ({ path, related }: Question) =>
      [path, ...related.map((each) => each.path)].some((each) =>
        differs(domain, last, truth, each.split("/")[1] ?? ""),
      );
    const questions = questionsOf(conversation);
    return { open: questions.filter(isOpen), needless: questions.filter((question) => !isOpen(question)) };
  });
  const needless = untold.flatMap((each) => each.needless);
  figure("literal agent, told everything: questions", told.flat().length, 0);
  figure(
    "literal agent, told nothing: questions about what is open",
    untold.flatMap(({ open }) => open).length,
    "printed",
  );
  figure("literal agent, told nothing: questions about what the draft says", needless.length, 0);
  assert.deepEqual(told.flat().slice(0, 5), []);
  assert.deepEqual(needless.slice(0, 5), []);
});

test("a draft for another product or domain ends in a question, not in a package", () => {
  const drafts = domains.flatMap((domain) => {
    const { targetProduct, domainId } = domain.spec.document;
    const call = { targetProduct, domainId, candidate: domain.example };
    return [
      { ...call, targetProduct: "another-product" },
      { ...call, domainId: "another-domain" },
      { ...call, targetProduct: null, domainId: 7 },
      { request: { ...call, targetProduct: "another-product" } },
    ].map((draft) => ({ domain, draft: draft as JsonObject }));
  });
  for (const { domain, draft } of drafts) {
    const { end } = converse({ domain, registry, draft, brief: {} });
    assert.ok(end.kind === "asked" && end.about.every(({ said }) => said), JSON.stringify(draft).slice(0, 200));
  }
});

test("every message of the catalogue can be carried out, or gives no order", () => {
  const unparsed = Object.values(diagnosticCatalogue)
    .flatMap(({ messages }) => Object.values(messages))
    .flatMap((template) => readOrders(template.replace(/\{\w+(?::\w+)?\}/g, '"x"')).unparsed);
  figure("catalogue messages with an order that cannot be carried out", unparsed.length, 0);
  assert.deepEqual(unparsed, []);
});

// Whoever writes a part of a name with a value of its own means that value.
function isKnown({ kind }: Trap): boolean {
  return kind !== "forgotten, and a name that the rule matches";
}

// A trap is made from the example: what nobody can know from the draft, its author still knows.
function trapDraft(traps: readonly Trap[], random: Random): Ended["draft"] {
  const kind = random.pick([...new Set(traps.map((trap) => trap.kind))]);
  const trap = random.pick(traps.filter((each) => each.kind === kind));
  const isTwin = random.below(3) === 0;
  const { candidate, truth } = isTwin ? trap.twin : trap;
  const isLost = kind === "wrapper" && truth === "cannot be known";
  // What no property of the domain can hold is not part of any package.
  const isComplete = typeof truth === "object" && digestOf(trap.domain, truth.meant) !== undefined;
  return {
    mistakes: [isTwin ? `${kind}, twin` : kind],
    draft: candidate as JsonObject,
    truth: isLost ? undefined : isComplete ? (truth.meant as JsonObject) : trap.domain.example,
    brief: {},
  };
}

// What only a person can answer; what is left to edit is no question.
function questionsOf({ end }: Conversation): readonly Question[] {
  return end.kind === "asked" ? end.about.filter(({ needs }) => needs !== "edit") : [];
}

// Whether the property of a draft says something else than the truth, or nothing.
function differs(domain: Domain, draft: JsonObject, truth: JsonObject, name: string): boolean {
  const { [name]: own } = draft;
  return own === undefined || digestOf(domain, { ...truth, [name]: own }) !== digestOf(domain, truth);
}

/** The properties of a package that differ from the truth. */
function differenceOf({ domain, draft: { truth = {} }, conversation: { end } }: Ended): readonly string[] {
  if (end.kind !== "built") return [];
  const { candidate, digest } = end.proposalPackage;
  if (digest === digestOf(domain, truth)) return [];
  const members = candidate as JsonObject;
  const names = [...new Set([...Object.keys(members), ...Object.keys(truth)])];
  return names.filter(
    (name) => digestOf(domain, { ...truth, [name]: members[name] as Json }) !== digestOf(domain, truth),
  );
}

// An id that is taken, or is none, has to be another one, and with it the name; and a sample without a value has none.
function isOpen(ended: Ended): boolean {
  const { draft, conversation } = ended;
  const did = (pattern: RegExp) => conversation.turns.some((turn) => turn.did.some((each) => pattern.test(each)));
  const open = [
    ...(did(/^(?:Made up|Wrote the id)/) ? [/^generatorId$|(?:Name|Title)$/] : []),
    ...(did(/^If there is no value/) ? [/^sampleRecords$/] : []),
  ];
  return draft.truth !== undefined && differenceOf(ended).every((name) => open.some((each) => each.test(name)));
}

// Under another name, or one level deeper, it is still the owner that was given.
function changesTheOwner({ draft, conversation: { turns } }: Ended): boolean {
  const given = JSON.stringify(draft.draft);
  return turns.some(({ candidate }) => {
    const { owner = {} } = candidate as JsonObject;
    const facts = typeof owner === "object" && owner !== null ? Object.values(owner) : [owner];
    return facts.some((fact) => !given.includes(JSON.stringify(fact)));
  });
}

function bareQuestions({ conversation: { end } }: Ended): readonly string[] {
  if (end.kind !== "asked") return [];
  return end.about.filter(({ message, said }) => !said && !namesWhatIsNeeded(message)).map(({ message }) => message);
}

function shown(ended: Ended): string {
  const { domain, draft, conversation } = ended;
  const steps = conversation.turns.flatMap(({ did }) => did).join(" / ");
  const parts = differenceOf(ended).map((name) => `${name}: ${JSON.stringify(draft.draft[name])?.slice(0, 200)}`);
  return `${domain.name}, ${draft.mistakes.join(", ")}: ${steps} Differs in ${parts.join("; ")}`;
}
