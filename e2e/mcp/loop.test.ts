import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json, JsonObject } from "@assay/contract";
import { type Domain, digestOf, domainNamed, specPackageNames } from "@assay/testing/candidates/domains";
import { makeMistakes } from "@assay/testing/candidates/mistakes";
import { validCandidate } from "@assay/testing/candidates/valid-candidates";
import { trapsIn } from "@assay/testing/corpora/traps/all-traps";
import type { Trap } from "@assay/testing/corpora/traps/trap";
import { figure } from "@assay/testing/figure";
import { scaled, seed } from "@assay/testing/scale";
import { createRandom, type Random } from "@assay/testing/seeded-random";
import { type Connected, connectNew } from "./clients.ts";
import { type Outcome, work } from "./scripted-agent.ts";
import { startSevenProducts } from "./seven-products.ts";

interface Draft {
  readonly candidate: Json;
  readonly meant: JsonObject;
  readonly forAPerson: boolean;
  readonly taken: boolean;
}

interface Ended {
  readonly domain: Domain;
  readonly draft: Draft;
  readonly outcome: Outcome;
  readonly calls: number;
  readonly owners: readonly string[];
}

const draftsPerDomain = scaled({ quick: 15, ci: 30, full: 300 });
const taken = ["person-basic", "Person_Basic", "address-us", "order-history", "admin"];
const specPackages = specPackageNames.filter((name) => name !== "datamint/generator-option/2.0.0");

test("an agent that knows the tools and their answers alone takes a broken draft to a package, in every domain", async () => {
  await using service = await startSevenProducts(specPackages, taken);
  await using client = await connectNew(service.url, undefined, "modern");
  const random = createRandom(seed);
  const ended: Ended[] = [];
  for (const domain of specPackages.map((name) => domainNamed(name))) {
    const traps = trapsIn(domain);
    for (let index = 0; index < draftsPerDomain; index += 1) {
      const draft = drawDraft(domain, traps, random);
      const { watched, owners, calls } = watch(client);
      const { targetProduct } = domain.spec.document;
      const outcome = await work(watched, { targetProduct, draft: draft.candidate, meant: draft.meant });
      ended.push({ domain, draft, outcome, calls: calls(), owners });
    }
  }

  const decisions = ended.filter(({ draft }) => draft.forAPerson);
  const asked = decisions.filter(({ outcome }) => outcome.kind === "asks");
  const others = ended.filter(({ draft }) => !draft.forAPerson);
  const askedInVain = others.filter(({ outcome }) => outcome.kind === "asks");
  const built = ended.filter(({ outcome }) => outcome.kind === "built");
  const wrong = built.filter(isWrong);
  const forgers = ended.filter(({ draft, owners }) => owners.some((owner) => !isGiven(owner, draft)));
  const within2 = others.filter(({ outcome }) => outcome.kind === "built" && outcome.corrections <= 2);
  for (const name of specPackages) {
    const calls = others.filter(({ domain }) => domain.name === name).map((each) => each.calls);
    figure(`loop: calls per draft in ${name}`, `median ${median(calls)}, most ${Math.max(...calls)}`, "printed");
  }
  const ofTaken = ended.filter(({ draft }) => draft.taken).length;
  figure(
    "loop: drafts",
    `${ended.length}, ${ofTaken} with a taken id, ${decisions.length} for a person to decide`,
    "printed",
  );
  figure("loop: calls per draft, median", median(others.map(({ calls }) => calls)), "at most 4");
  figure("loop: valid within 2 corrections", percent(within2, others), "95.0 %");
  figure("loop: stopped and asked where a person decides", percent(asked, decisions), "100.0 %");
  figure("loop: asked although nothing was to decide", askedInVain.length, 0);
  figure("loop: built with other content than was meant", `${wrong.length} of ${built.length}`, 0);
  figure("loop: sent an owner that it was not given", forgers.length, 0);

  assert.ok(decisions.length >= ended.length / 10 && ofTaken >= ended.length / 10);
  assert.ok(median(others.map(({ calls }) => calls)) <= 4);
  assert.deepEqual(shown(wrong), []);
  assert.deepEqual(shown(decisions.filter((each) => !asked.includes(each))), []);
  assert.deepEqual(shown(askedInVain), []);
  assert.deepEqual(shown(forgers), []);
  assert.ok(within2.length >= 0.95 * others.length, shown(others.filter((each) => !within2.includes(each)))[0]);
});

function drawDraft(domain: Domain, traps: readonly Trap[], random: Random): Draft {
  const forAPerson = random.below(6) === 0;
  const { candidate, meant } = drawMistakes(domain, traps, forAPerson, random);
  const members = candidate as JsonObject;
  const isTaken = random.below(5) === 0 && Object.hasOwn(members, "generatorId");
  const isOwnerWrong = forAPerson && JSON.stringify(members.owner) === JSON.stringify(meant.owner);
  return {
    candidate: {
      ...members,
      ...(isTaken && { generatorId: random.pick(taken) }),
      ...(isOwnerWrong && { owner: random.pick(ownersToDecide) }),
    },
    meant,
    taken: isTaken,
    forAPerson,
  };
}

// What the author of a trap meant is the example that the trap was made from.
function drawMistakes(
  domain: Domain,
  traps: readonly Trap[],
  forAPerson: boolean,
  random: Random,
): { readonly candidate: Json; readonly meant: JsonObject } {
  const meant = domain.example;
  if (forAPerson && random.below(2) === 0) {
    const { candidate, twin } = random.pick(traps.filter(({ kind }) => kind === "owner look-alike"));
    return { candidate: random.pick([candidate, twin.candidate]), meant };
  }
  if (domain.name.startsWith("datamint/") && random.below(2) === 0) {
    const valid = validCandidate(random);
    return { candidate: makeMistakes(valid, 1 + random.below(5), random).broken, meant: valid };
  }
  // With the owner to be replaced, it must be where it belongs.
  const fitting = traps.filter(({ kind }) => kind !== "owner look-alike" && !(forAPerson && kind === "wrapper"));
  const kind = random.pick([...new Set(fitting.map((trap) => trap.kind))]);
  const trap = random.pick(fitting.filter((each) => each.kind === kind));
  if (isForAnybody(trap) && random.below(2) === 0) return { candidate: trap.candidate, meant };
  const { candidate, truth } = trap.twin;
  // Others keep an unrelated property, which is never meant to stay.
  const isWhole = kind === "list in a string" && typeof truth !== "string";
  return { candidate, meant: isWhole ? (truth.meant as JsonObject) : meant };
}

// Not those of which an answer may take another value for the one that was meant, or rightly asks for the owner.
function isForAnybody({ kind }: Trap): boolean {
  return kind !== "forgotten, and a name that the rule matches" && kind !== "wrapper";
}

function isWrong({ domain, draft, outcome }: Ended): boolean {
  if (outcome.kind !== "built") return false;
  const { digest, candidate } = outcome.proposalPackage;
  const { generatorId = "" } = candidate as JsonObject;
  return digest !== digestOf(domain, { ...draft.meant, ...(draft.taken && { generatorId }) });
}

const id = "3f0c6f0e-6f0a-4d7e-9a55-0d3c9f6a1b27";
const ownersToDecide: readonly Json[] = [
  { kind: "agent", id },
  { kind: "team", id },
  { kind: "Human", id },
  { kind: "", id },
  { kind: "human" },
  { id },
  "ada",
];

// The owner of the draft; while nothing is to decide, also the one that was meant and stood one level deeper.
function isGiven(owner: string | undefined, { candidate, meant, forAPerson }: Draft): boolean {
  const given = [(candidate as JsonObject).owner, ...(forAPerson ? [] : [meant.owner])];
  return given.some((each) => owner === JSON.stringify(each));
}

function watch(client: Connected) {
  const owners: string[] = [];
  let calls = 0;
  const watched: Connected = {
    ...client,
    call(name, args) {
      calls += 1;
      const { candidate } = args as { readonly candidate?: JsonObject };
      if (candidate !== undefined) owners.push(JSON.stringify(candidate.owner));
      return client.call(name, args);
    },
  };
  return { watched, owners, calls: () => calls };
}

function shown(some: readonly Ended[]): readonly string[] {
  return some.slice(0, 3).map(({ domain, draft, outcome }) => {
    const how = JSON.stringify(outcome).slice(0, 600);
    return `${domain.name}: ${JSON.stringify(draft.candidate).slice(0, 900)} ended as ${how}`;
  });
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function percent(part: readonly unknown[], whole: readonly unknown[]): string {
  return `${((100 * part.length) / whole.length).toFixed(1)} %`;
}
