import assert from "node:assert/strict";
import test from "node:test";
import { limits } from "@assay/contract";
import { engine } from "@assay/testing/cases/run-case";
import { checkTiming } from "@assay/testing/check-timing";
import { honestCandidate } from "@assay/testing/corpora/honest-candidates";
import { hostileBodies } from "@assay/testing/corpora/hostile-bodies";
import { stepCeilings } from "@assay/testing/corpora/hostile-kinds";
import { measureMs } from "@assay/testing/measure-ms";
import { printFigure } from "@assay/testing/print-figure";
import { checkTexts, checkVerdictTexts } from "@assay/testing/verdicts/check-texts";
import { checkPaths } from "@assay/testing/verdicts/check-verdict";
import { datamint, registry, validateBody } from "../../test/validate-body.ts";

const bodies = hostileBodies();
const results = bodies.map((body) => ({ ...body, outcome: validateBody(body.bytes) }));

test("refuses each hostile body, names the expected error if it cannot be read, and accepts honest bodies", () => {
  for (const { kind, name, expected, outcome } of results) assert.equal(outcome.result, expected, `${kind}: ${name}`);
});

test("build gives the same verdict as validate, and a package only if the candidate is valid", () => {
  for (const { name, outcome } of results) {
    const { candidate, verdict, result } = outcome;
    if (candidate === undefined) continue;
    const built = engine.build({ spec: datamint, registry, candidate });
    assert.deepEqual(built.verdict, verdict, name);
    assert.equal(built.proposalPackage !== undefined, result === "valid", name);
  }
});

test("spends at most a fixed number of steps on each kind of body, and few on honest bodies", () => {
  let worst = { name: "", steps: 0 };
  for (const { kind, name, outcome } of results) {
    const { steps } = outcome;
    assert.ok(steps <= stepCeilings[kind], `${kind}: ${name}: ${steps} steps`);
    if (steps > worst.steps) worst = { name, steps };
  }
  printFigure(`steps of the costliest hostile body ("${worst.name}")`, Math.round(worst.steps), limits.steps + 1_000);
  for (const [size, share] of [
    [1_000, 0.01],
    [8_000, 0.025],
    [limits.bodyBytes, 0.125],
  ] as const) {
    const bytes = new TextEncoder().encode(JSON.stringify(honestCandidate(size)));
    const { steps, result } = validateBody(bytes);
    printFigure(`steps of an honest body of ${bytes.length} bytes`, Math.round(steps), share * limits.steps);
    assert.equal(result, "valid");
    assert.ok(steps <= share * limits.steps);
  }
});

test("takes a bounded multiple of the time for an honest body of the same size", () => {
  const measureHonestMs = (size: number) => {
    const bytes = new TextEncoder().encode(JSON.stringify(honestCandidate(size)));
    return measureMs(() => validateBody(bytes), 20);
  };
  const honest = [60_000, 40_000, 20_000].map((size) => ({ size, ms: measureHonestMs(size) }));
  const ratios = bodies.flatMap(({ name, bytes }) => {
    const comparable = honest.find(({ size }) => bytes.length >= size);
    return comparable ? [{ name, ratio: measureMs(() => validateBody(bytes), 5) / comparable.ms }] : [];
  });
  const worst = ratios.reduce((a, b) => (b.ratio > a.ratio ? b : a));
  checkTiming(`time of the slowest hostile body ("${worst.name}"), x an honest one`, worst.ratio, 16);
});

test("answers a hostile body briefly, without hidden characters or long quotations from it", () => {
  let longest = 0;
  for (const { kind, name, outcome } of results) {
    const { candidate, verdict, texts } = outcome;
    try {
      checkTexts(texts, limits.outsideText);
      if (verdict === undefined || candidate === undefined) continue;
      checkVerdictTexts(verdict, limits.outsideText);
      checkPaths(verdict, candidate);
    } catch (reason) {
      throw new Error(`${kind}: ${name}`, { cause: reason });
    }
    longest = Math.max(longest, Buffer.byteLength(JSON.stringify(verdict)));
  }
  printFigure("bytes of the longest answer to a hostile body", longest, limits.verdictBytes);
});
