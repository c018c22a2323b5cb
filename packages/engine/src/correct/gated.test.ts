import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json } from "@assay/contract";
import { type Domain, listSpecDomains } from "@assay/testing/candidates/domains";
import { makeMistakes } from "@assay/testing/candidates/mistakes";
import { makeSpellingMistakes } from "@assay/testing/candidates/spelling-mistakes";
import { goldenCases, isReadingCase } from "@assay/testing/cases/golden-cases";
import { prepareCase } from "@assay/testing/cases/run-case";
import { compilePackage, createCorrectablePackage } from "@assay/testing/corpora/correctable-packages";
import { unseenDomains } from "@assay/testing/corpora/unseen-domains";
import { printFigure } from "@assay/testing/print-figure";
import { pickForScale, seed } from "@assay/testing/scale";
import { createRandom } from "@assay/testing/seeded-random";
import { createMeter } from "../meter.ts";
import { checkCandidate } from "../schema-errors/check-candidate.ts";
import { type CompiledSpec, openSpec } from "../spec/compiled-spec.ts";
import { type Corrected, correct, everything } from "./correct.ts";

test("correcting only what leads to an error corrects as much as correcting everything", () => {
  let corrected = 0;
  let inputs = 0;
  for (const { spec, candidate } of createInputs()) {
    inputs += 1;
    const { typeAliases, origins, isOwnerDecision, normalizer, ...parts } = openSpec(spec);
    const meter = createMeter(1e9);
    const sent = normalizer.normalizeStrings(candidate, meter);
    const checked = checkCandidate(parts.place, sent, meter);
    if (!checked.trail || checked.isIncomplete) continue;
    const input = {
      ...{ meter, aliases: typeAliases, origins },
      isOwnerDecision: (path: readonly string[]) => isOwnerDecision(path, meter),
    };
    const [gated, ungated] = [checked.trail, everything].map((trail) =>
      correct(sent, { ...checked, trail }, openSpec(spec), input),
    );
    assert.deepEqual(toComparable(gated), toComparable(ungated));
    if (gated && gated.corrections.length > 0) corrected += 1;
  }
  printFigure(`inputs with corrections, of ${inputs}`, corrected, "none");
  assert.ok(corrected > 0);
});

// The records that meet a rule are compared by their number, because they are found by identity.
function toComparable(corrected: Corrected | undefined) {
  return { ...corrected, met: [...(corrected?.met.values() ?? [])].map((records) => records.size) };
}

interface Input {
  readonly spec: CompiledSpec;
  readonly candidate: Json;
}

function* createInputs(): Generator<Input> {
  for (const { content } of goldenCases()) {
    const input = isReadingCase(content) ? { problems: [] } : prepareCase(content);
    if (!("problems" in input)) yield { spec: input.spec, candidate: input.candidate as Json };
  }
  const random = createRandom(seed);
  for (const { spec, drafts } of unseenDomains()) for (const { candidate } of drafts) yield { spec, candidate };
  const domains: readonly Domain[] = [...listSpecDomains(), ...unseenDomains()];
  for (let count = pickForScale({ quick: 100, ci: 1_000, full: 20_000 }); count > 0; count -= 1) {
    const { spec, example } = random.pick(domains);
    yield { spec, candidate: makeMistakes(example, 1 + random.below(5), random) };
  }
  for (let count = pickForScale({ quick: 50, ci: 500, full: 5_000 }); count > 0; count -= 1) {
    const { specPackage, example } = createCorrectablePackage(random);
    const spec = compilePackage({ specPackage, example })?.spec;
    for (let draft = spec ? 4 : 0; spec && draft > 0; draft -= 1)
      yield { spec, candidate: makeSpellingMistakes(example, 1 + random.below(6), specPackage, random) };
  }
}
