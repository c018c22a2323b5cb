import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json, JsonObject } from "@assay/contract";
import { makeMistakes } from "@assay/testing/candidates/mistakes";
import { validCandidate } from "@assay/testing/candidates/valid-candidates";
import { figure } from "@assay/testing/figure";
import { seed } from "@assay/testing/scale";
import { createRandom, type Random } from "@assay/testing/seeded-random";
import { startService } from "../auth/service.ts";
import { type Connected, connectNew } from "./clients.ts";
import { type Outcome, work } from "./scripted-agent.ts";

const drafts = 500;

interface Draft {
  readonly candidate: Json;
  readonly forAPerson: boolean;
  readonly taken: boolean;
}

test("an agent that knows the tools and their answers alone takes a broken draft to a package", async () => {
  await using service = await startService();
  await using client = await connectNew(service.url, await service.newKey(), "modern");
  const taken = ["person-basic", "Person_Basic", "address-us", "order-history", "admin"];
  const random = createRandom(seed);
  const ended: { readonly draft: Draft; readonly outcome: Outcome; readonly owners: readonly string[] }[] = [];
  for (let index = 0; index < drafts; index += 1) {
    const draft = drawDraft(random, taken);
    const owners: string[] = [];
    const outcome = await work(watched(client, owners), draft.candidate);
    ended.push({ draft, outcome, owners });
  }

  const forgers = ended.filter(({ draft, owners }) => {
    const own = JSON.stringify((draft.candidate as JsonObject).owner);
    return owners.some((owner) => owner !== own);
  });
  const decisions = ended.filter(({ draft }) => draft.forAPerson);
  const asked = decisions.filter(({ outcome }) => outcome.kind === "asks");
  const others = ended.filter(({ draft }) => !draft.forAPerson);
  const built = others.filter(({ outcome }) => outcome.kind === "built");
  const repairs = others
    .map(({ outcome }) => (outcome.kind === "built" ? outcome.repairs : Number.POSITIVE_INFINITY))
    .sort((a, b) => a - b);
  const median = repairs[Math.floor(repairs.length / 2)] ?? Number.NaN;
  const within2 = repairs.filter((count) => count <= 2).length / repairs.length;

  const ofTaken = ended.filter(({ draft }) => draft.taken).length;
  figure(
    "loop: drafts",
    `${drafts}, ${ofTaken} with a taken id, ${decisions.length} for a person to decide`,
    "printed",
  );
  figure("loop: drafts that became a package, of those that could", percent(built.length / others.length), "printed");
  figure("loop: repairs until valid, median", median, 1);
  figure("loop: valid within 2 repairs", percent(within2), "95.0 %");
  figure("loop: stopped and asked where a person decides", percent(asked.length / decisions.length), "100.0 %");
  figure("loop: sent an owner that it was not given", forgers.length, 0);
  const stuck = others.find(({ outcome }) => outcome.kind !== "built");
  if (stuck) console.log(`The first that got stuck: ${JSON.stringify(stuck.outcome).slice(0, 800)}`);

  assert.ok(decisions.length >= 50 && ofTaken >= 50);
  assert.equal(median, 1);
  assert.ok(within2 >= 0.95);
  assert.equal(asked.length, decisions.length);
  assert.equal(forgers.length, 0);
});

function drawDraft(random: Random, taken: readonly string[]): Draft {
  const valid = validCandidate(random);
  const { broken } = makeMistakes(valid, 1 + random.below(5), random);
  const candidate = broken as { [name: string]: Json };
  const isTaken = random.below(5) === 0 && Object.hasOwn(candidate, "generatorId");
  const forAPerson = random.below(6) === 0;
  return {
    candidate: {
      ...candidate,
      ...(isTaken && { generatorId: random.pick(taken) }),
      ...(forAPerson && { owner: random.pick(ownersToDecide) }),
    },
    taken: isTaken,
    forAPerson,
  };
}

const id = "3f0c6f0e-6f0a-4d7e-9a55-0d3c9f6a1b27";
const ownersToDecide: readonly Json[] = [
  { kind: "agent", id },
  { kind: "organization", id },
  { kind: "Human", id },
  { kind: "", id },
  { kind: "human" },
  { id },
  "ada",
];

function watched(client: Connected, owners: string[]): Connected {
  return {
    ...client,
    call(name, args) {
      const { candidate } = args as { readonly candidate?: JsonObject };
      if (candidate !== undefined) owners.push(JSON.stringify(candidate.owner));
      return client.call(name, args);
    },
  };
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
