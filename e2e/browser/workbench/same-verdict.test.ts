import assert from "node:assert/strict";
import { test } from "node:test";
import { limits } from "@assay/contract";
import { readJson } from "@assay/engine";
import { goldenCases, isReadingCase } from "@assay/testing/cases/golden-cases";
import { figure } from "@assay/testing/figure";
import { serveCases } from "../../serve-cases.ts";
import { noBrowser } from "../open-browser.ts";
import { sharedBrowser } from "../shared.ts";
import { openPageWorker } from "./page-worker.ts";

const browser = sharedBrowser();

test("golden cases get the same bytes in the worker of the page as in Node", { skip: noBrowser }, async () => {
  await using served = await serveCases();
  const html = await (await fetch(served.url, { headers: { accept: "text/html" } })).text();
  const facts = JSON.parse(/id="facts">(.*?)<\/script>/s.exec(html)?.[1] ?? assert.fail(html.slice(0, 500)));
  const worker = await openPageWorker(browser(), served.url, facts.worker);
  for (const { title, specPackage, next, registry, candidate, upcoming, built, ownerReview } of served.cases) {
    await worker.useRules(specPackage, next);
    const given = await worker.checkWith(JSON.stringify(candidate, undefined, 2), registry);
    assert.ok(given.kind === "verdict", title);
    assert.equal(given.ownerReview, ownerReview, title);
    // The page always asks for what the next rules find.
    const { upcoming: _, ...verdict } = given.built.verdict;
    const shown = upcoming ? given.built : { ...given.built, verdict };
    assert.equal(JSON.stringify(shown), JSON.stringify(built), title);
  }
  figure("golden verdicts identical in the worker of the page", served.cases.length, "all");

  const texts = goldenCases().flatMap(({ content }) =>
    isReadingCase(content) && content.text !== undefined ? [content.text] : [],
  );
  for (const text of texts) {
    // The envelope of a request takes one level.
    const read = readJson(new TextEncoder().encode(text), { maxDepth: limits.bodyDepth - 1 });
    const given = await worker.check(text);
    if (read.kind === "ok") assert.equal(given.kind, "verdict", text);
    else assert.deepEqual(given, { kind: "unreadable", problem: read }, text);
  }
});
