import assert from "node:assert/strict";
import { test } from "node:test";
import { type Domain, findSpecDomain, listSpecDomains } from "@assay/testing/candidates/domains";
import { makeMistakes } from "@assay/testing/candidates/mistakes";
import { goldenCases, isReadingCase } from "@assay/testing/cases/golden-cases";
import { engine, prepareCase } from "@assay/testing/cases/run-case";
import { unseenDomains } from "@assay/testing/corpora/unseen-domains";
import { printFigure } from "@assay/testing/print-figure";
import { pickForScale, seed } from "@assay/testing/scale";
import { createRandom } from "@assay/testing/seeded-random";
import { checkFixes } from "../../test/check-fixes.ts";
import type { ValidateInput } from "../index.ts";

test("no fix in the golden cases changes the meaning of a draft", () => {
  const inputs = goldenCases().flatMap(({ topic, name, content }) => {
    // Cases without a fix are skipped, because most have their own spec package, which is slow to compile.
    if (isReadingCase(content) || !JSON.stringify(content).includes('"fix":')) return [];
    const input = prepareCase(content);
    return "problems" in input ? [] : [{ ...input, name: `${topic}/${name}` }];
  });
  checkCorpus("golden cases", inputs, 60);
});

test("no fix for generated mistakes changes the meaning of a draft", () => {
  const count = pickForScale({ quick: 200, ci: 1_000, full: 20_000 });
  const random = createRandom(seed);
  const domains: readonly Domain[] = [...listSpecDomains(), ...unseenDomains()];
  const inputs = Array.from({ length: count }, (_, index) => {
    const { spec, registry, example } = domains[index % domains.length] as Domain;
    const candidate = makeMistakes(example, 1 + random.below(5), random);
    return { spec, registry, candidate, name: `draft ${index}: ${JSON.stringify(candidate)}` };
  });
  checkCorpus("generated drafts", inputs, count / 4);
});

// Pairs of words that differ in a letter or a syllable, and in their meaning.
const pairs = `nitrate nitrite, sulfate sulfite, chloride chlorite, phosphate phosphite, adduction abduction,
  efferent afferent, silicon silicone, interstate intrastate, proscribed prescribed, emission immission,
  mortgagee mortgagor, lessee lessor, peroneal perineal, ilium ileum, causal casual, export import, outbound inbound,
  chloride fluoride, insurer insured, consignee consignor, licensor licensee, trustor trustee, paid unpaid,
  resident nonresident, enabled disabled, granter grantee, typical atypical, verified unverified,
  complete incomplete, mourning morning, pubic public, cleared uncleared`
  .split(/,\s+/)
  .map((pair) => pair.split(" ") as [allowed: string, written: string]);

test("no fix replaces a word with an allowed word that it only resembles", () => {
  const words = { enum: [...new Set(pairs.map(([allowed]) => allowed))] };
  const { spec, registry, example } = findSpecDomain("datamint/generator-option/1.0.0", [
    { op: "add", path: "/candidateSchema/properties/word", value: words },
  ]);
  for (const [, word] of pairs) {
    const { diagnostics } = engine.validate({ spec, registry, candidate: { ...example, word } });
    const errors = diagnostics.map(({ code, path, fix }) => [code, path, fix]);
    assert.deepEqual(errors, [["field.value", "/word", undefined]], word);
  }
});

function checkCorpus(corpus: string, inputs: readonly (ValidateInput & { readonly name: string })[], minFixes: number) {
  const checked = inputs.map((input) => ({ ...checkFixes(input), name: input.name }));
  const fixes = checked.reduce((sum, each) => sum + each.fixes, 0);
  const faults = checked.flatMap(({ name, faults }) => faults.map((fault) => `${fault} (${name.slice(0, 2_000)})`));
  printFigure(`fixes for ${inputs.length} ${corpus}`, fixes, `at least ${minFixes}`);
  printFigure(`incorrect fixes for ${corpus}`, faults.length, 0);
  assert.deepEqual(faults.slice(0, 5), []);
  assert.ok(fixes >= minFixes, `${fixes} fixes`);
}
