import { isJsonObject, type Json, type JsonObject, limits } from "@assay/contract";
import { flooded, mostlyValid, nearlyValid, twoSpellings } from "@assay/testing/candidates/arbitrary-candidates";
import { makeMistakes } from "@assay/testing/candidates/mistakes";
import { validCandidate } from "@assay/testing/candidates/valid-candidates";
import { anyJson } from "@assay/testing/corpora/hostile-values";
import { createRandom, type Random } from "@assay/testing/seeded-random";
import fc from "fast-check";

/** A candidate that both sides are asked about. */
export interface Drawn {
  readonly source: string;
  readonly candidate: JsonObject;
  /** What somebody does to the candidate after it was built. */
  readonly tamper?: (built: JsonObject) => JsonObject;
}

/** Candidates that a seed decides: in order, mistaken, hostile, and tampered with after the build. */
export function drawCandidates(count: number, seed: number): readonly Drawn[] {
  const random = createRandom(seed);
  const sources = sourcesOf(random, seed);
  const turns = Object.entries(shares).flatMap(([source, share]) =>
    Array<keyof typeof shares>(share).fill(source as never),
  );
  const drawn: Drawn[] = [];
  while (drawn.length < count) {
    const source = turns[drawn.length % turns.length] as keyof typeof shares;
    const one = { source, ...sources[source]() };
    if (canBeSent(one.candidate)) drawn.push(one);
  }
  return drawn;
}

/** Of twenty candidates, how many come from where. */
const shares = {
  "in order": 4,
  "in order, other spelling": 1,
  "at most one mistake": 2,
  "usual mistakes": 4,
  "usual mistakes after the build": 3,
  "one change after the build": 2,
  "any mistakes": 2,
  "too much of something": 1,
  "any object": 1,
};

function sourcesOf(random: Random, seed: number) {
  const mostly = stream(mostlyValid, seed);
  const nearly = stream(nearlyValid, seed);
  const floods = stream(flooded, seed);
  const objects = stream(anyJson.filter(isJsonObject), seed);
  const spellings = stream(twoSpellings, seed);
  const mistaken = (candidate: Json) => makeMistakes(candidate, 1 + random.below(4), random).broken as JsonObject;
  const of = (next: () => Json) => () => ({ candidate: next() as JsonObject });
  return {
    "in order": of(() => validCandidate(random)),
    "in order, other spelling": of(() => spellings()[1]),
    "at most one mistake": of(mostly),
    "usual mistakes": of(() => mistaken(validCandidate(random))),
    "usual mistakes after the build": () => ({ candidate: validCandidate(random), tamper: mistaken }),
    "one change after the build": () => ({ candidate: validCandidate(random), tamper: random.pick(changes) }),
    "any mistakes": of(nearly),
    "too much of something": of(floods),
    "any object": of(objects),
  } satisfies { readonly [source in keyof typeof shares]: () => Omit<Drawn, "source"> };
}

// What somebody gains by: an owner who is nobody, an id that others have, a text that nobody read.
const changes: readonly ((built: JsonObject) => JsonObject)[] = [
  (built) => ({ ...built, owner: { ...(built.owner as JsonObject), kind: "agent" } }),
  (built) => ({ ...built, generatorId: "person-basic" }),
  (built) => ({ ...built, generatorId: "orderhistory" }),
  (built) => ({ ...built, generatorName: "Another name" }),
  (built) => ({ ...built, generatorName: ` ${built.generatorName}` }),
  (built) => ({ ...built, supportedStrategies: ["realistic", "fast"] }),
];

function stream<Value>(arbitrary: fc.Arbitrary<Value>, seed: number): () => Value {
  let values: Value[] = [];
  let batch = 0;
  return () => {
    if (values.length === 0) values = fc.sample(arbitrary, { seed: seed + batch++, numRuns: 200 });
    return values.pop() as Value;
  };
}

// What is too large, or holds half a character, gets no verdict from anybody: that is e2e/http's business.
function canBeSent(candidate: JsonObject): boolean {
  const text = JSON.stringify(candidate);
  return Buffer.byteLength(text) < limits.bodyBytes - 1_024 && !/\\ud[89a-f]/i.test(text);
}
