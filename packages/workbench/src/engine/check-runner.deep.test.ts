import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json } from "@assay/contract";
import type { BuildOutcome } from "@assay/engine";
import {
  candidateOf,
  isReadingCase,
  registryFile,
  someGoldenCases,
  specBytes,
  specFile,
  type VerdictCase,
} from "@assay/testing/cases/golden-cases";
import { answerOf, arrange, type CaseAnswer, engine } from "@assay/testing/cases/run-case";
import { figure } from "@assay/testing/figure";
import { createCheckPage } from "../../test/check-page.ts";

test("a golden case gets the same bytes through the messages of the page as from the engine", async () => {
  const page = createCheckPage();
  const cases = someGoldenCases().flatMap(({ topic, name, content }) => {
    if (isReadingCase(content) || content.expect.problems !== undefined) return [];
    const bytes = specBytes(content);
    const rules = `${new TextDecoder().decode(bytes)} ${content.next}`;
    return [{ title: `${topic}/${name}`, content, bytes, rules }];
  });
  const byRules = cases.sort((a, b) => (a.rules < b.rules ? -1 : 1));
  for (const [index, { title, content, bytes, rules }] of byRules.entries()) {
    const { next } = content;
    if (rules !== byRules[index - 1]?.rules) await page.useRules(bytes, next === undefined ? next : specFile(next));
    const result = await page.checkWithRanges(JSON.stringify(candidateOf(content)), registryFile(content.registry));
    assert.equal(result.kind, "verdict");
    if (result.kind !== "verdict") continue;
    assert.deepEqual(result.missingRanges, [], title);
    const { built, ownerReview } = expected(content);
    assert.equal(JSON.stringify(result.built), JSON.stringify(built), title);
    assert.equal(result.ownerReview, ownerReview?.join("\n"));
  }
  figure("golden cases identical through the messages of the page", `${cases.length} of ${cases.length}`, "all");
});

function expected(content: VerdictCase): { readonly built: BuildOutcome } & CaseAnswer {
  const arranged = arrange(content);
  if ("problems" in arranged) throw new Error(JSON.stringify(arranged));
  const candidate = throughText(arranged.candidate as Json);
  const built = engine.build({ ...arranged, candidate, fixes: true, upcoming: true });
  return { built, ...answerOf(built.verdict, built.proposalPackage, arranged.spec) };
}

// What arrives is text: a number such as -0 is not written as such.
function throughText(candidate: Json): Json {
  return JSON.parse(JSON.stringify(candidate));
}
