import assert from "node:assert/strict";
import { test } from "node:test";
import { type Domain, listSpecDomains } from "@assay/testing/candidates/domains";
import { makeMistakes } from "@assay/testing/candidates/mistakes";
import { goldenCases, isReadingCase } from "@assay/testing/cases/golden-cases";
import { engine, prepareCase } from "@assay/testing/cases/run-case";
import { unseenDomains, unseenDrafts, unseenProbes, unseenSkipReason } from "@assay/testing/corpora/unseen-domains";
import { printFigure } from "@assay/testing/print-figure";
import { pickForScale, seed } from "@assay/testing/scale";
import { createRandom } from "@assay/testing/seeded-random";
import { checkFixes } from "../../test/check-fixes.ts";
import type { ValidateInput } from "../index.ts";

test("no fix in the golden cases changes the meaning of a draft or causes an error", () => {
  const inputs = goldenCases().flatMap(({ topic, name, content }) => {
    // Cases without a fix are skipped, because most have their own spec package, which is slow to compile.
    if (isReadingCase(content) || !JSON.stringify(content).includes('"fix":')) return [];
    const input = prepareCase(content);
    return "problems" in input ? [] : [{ ...input, name: `${topic}/${name}` }];
  });
  checkCorpus("golden cases", inputs, 60);
});

test("no fix for generated mistakes changes the meaning of a draft or causes an error", () => {
  const count = pickForScale({ quick: 200, ci: 1_000, full: 20_000 });
  const random = createRandom(seed);
  const domains: readonly Pick<Domain, "spec" | "registry" | "example">[] = [
    ...listSpecDomains(),
    ...(unseenSkipReason ? [] : unseenDomains()),
  ];
  const inputs = Array.from({ length: count }, (_, index) => {
    const { spec, registry, example } = domains[index % domains.length] as Domain;
    const candidate = makeMistakes(example, 1 + random.below(5), random);
    return { spec, registry, candidate, name: `draft ${index}: ${JSON.stringify(candidate)}` };
  });
  checkCorpus("generated drafts", inputs, count / 4);
});

test("no fix changes the meaning of a draft in an unseen domain", { skip: unseenSkipReason }, () => {
  checkCorpus("drafts in unseen domains", unseenDrafts(), 30);
});

test("no fix replaces a word with an allowed word that it only resembles", { skip: unseenSkipReason }, () => {
  const probes = unseenProbes();
  const repaired = checkCorpus("probes", probes, 0);
  const valid = probes.filter((probe, index) => engine.validate({ ...probe, candidate: repaired[index] }).valid);
  printFigure(`similar words that fixes made valid, of ${probes.length}`, valid.length, 0);
  assert.deepEqual(
    valid.map(({ name }) => name),
    [],
  );
});

// Checks the fixes for each candidate, and returns the repaired candidates in the same order.
function checkCorpus(corpus: string, inputs: readonly (ValidateInput & { readonly name: string })[], minFixes: number) {
  const checked = inputs.map((input) => ({ ...checkFixes(input), name: input.name }));
  const fixes = checked.reduce((sum, each) => sum + each.fixes, 0);
  const faults = checked.flatMap(({ name, faults }) => faults.map((fault) => `${fault} (${name.slice(0, 2_000)})`));
  printFigure(`fixes for ${inputs.length} ${corpus}`, fixes, `at least ${minFixes}`);
  printFigure(`incorrect fixes for ${corpus}`, faults.length, 0);
  assert.deepEqual(faults.slice(0, 5), []);
  assert.ok(fixes >= minFixes, `${fixes} fixes`);
  return checked.map(({ repaired }) => repaired);
}
