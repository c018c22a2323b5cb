// Compares every byte that the engine of this copy gives with what another copy of this repository gives, which
// `ASSAY_BEFORE` names: verdicts, packages, digests and reviews of generated candidates.

import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Json, JsonObject } from "@assay/contract";
import { allDomains, specPackageNames } from "@assay/testing/candidates/domains";
import { makeMistakes } from "@assay/testing/candidates/mistakes";
import { placesIn, write } from "@assay/testing/candidates/mutate-json";
import { specFile } from "@assay/testing/cases/golden-cases";
import { hostileTexts } from "@assay/testing/corpora/hostile-values";
import { scaled, seed } from "@assay/testing/scale";
import { createRandom } from "@assay/testing/seeded-random";
import { drawCandidates } from "../../e2e/agreement/draw-candidates.ts";
import { large, mistaken, small, usual } from "./candidates.ts";

const before = process.env.ASSAY_BEFORE;
if (before === undefined) {
  console.error("ASSAY_BEFORE is not set. Set it to another copy of this repository whose packages are installed.");
  process.exit(2);
}
const count = scaled({ ci: 2_000, full: 10_000 });
const random = createRandom(seed);
const engines = await Promise.all([before, join(import.meta.dirname, "../..")].map(load));
const examples = allDomains().map(({ example }) => example);

let [compared, built, differing] = [0, 0, 0];
const given = [
  usual(),
  small(),
  large(),
  mistaken(),
  ...drawCandidates(count / 2, seed).map(({ candidate }) => candidate),
];
for (const candidate of given) compare("datamint/generator-option/1.0.0", candidate as JsonObject);
while (compared < count) {
  const index = compared % examples.length;
  const example = examples[index] as JsonObject;
  const changed =
    random.below(2) === 0 ? (makeMistakes(example, random.below(3), random).broken as Json) : odd(example);
  compare(specPackageNames[index] as string, changed);
}
console.log(`figure: candidates with the same bytes in both copies = ${compared - differing} (bar ${compared})`);
console.log(`figure: of them with a package and its review = ${built} (bar ${Math.floor(compared / 5)})`);
assert.equal(differing, 0);

/** A candidate with a text from outside somewhere. */
function odd(example: JsonObject): Json {
  const copy = structuredClone(example) as Json;
  const places = placesIn(copy);
  const place = places[random.below(places.length)];
  if (place) write(place, random.pick(hostileTexts));
  return copy;
}

function compare(name: string, candidate: Json): void {
  compared += 1;
  const [one, other] = engines.map((answer) => answer(name, candidate));
  if (one?.startsWith('{"valid":true')) built += 1;
  if (one === other) return;
  differing += 1;
  if (differing <= 3) console.error(`${JSON.stringify(candidate)}\n${one}\n${other}`);
}

type Answer = (name: string, candidate: Json) => string;

async function load(root: string): Promise<Answer> {
  const at = (path: string) => import(pathToFileURL(join(root, "packages/engine/src", path)).href);
  const [{ createEngine, describeProposal, registryFromSnapshot }, { cel }] = await Promise.all([
    at("index.ts"),
    at("cel/index.ts"),
  ]);
  const engine = createEngine({ sha256: (text: string) => hash("sha256", text), cel });
  const specs = new Map(specPackageNames.map((name) => [name, engine.compileSpec(specFile(name)).spec]));
  const entries = [{ id: "person-basic", state: "active" }];
  const registry = registryFromSnapshot({ revision: "1", entries, pending: [] });
  return (name, candidate) => {
    const spec = specs.get(name);
    const outcome = engine.build({ spec, registry, candidate });
    if (!outcome.valid) return JSON.stringify(outcome);
    const { proposalPackage, verdict } = outcome;
    const reviews = [describeProposal(proposalPackage), describeProposal(proposalPackage, { spec, verdict })];
    return JSON.stringify({ ...outcome, reviews });
  };
}
