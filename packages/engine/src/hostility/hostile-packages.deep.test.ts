import assert from "node:assert/strict";
import test from "node:test";
import { limits } from "@assay/contract";
import { engine } from "@assay/testing/cases/run-case";
import { stepCeilings } from "@assay/testing/corpora/hostile-kinds";
import { type HostilePackage, hostilePackages } from "@assay/testing/corpora/hostile-packages";
import { measureMs } from "@assay/testing/measure-ms";
import { printFigure } from "@assay/testing/print-figure";
import { onlyAtFullScale } from "@assay/testing/scale";
import { checkProblemTexts, checkVerdictTexts } from "@assay/testing/verdicts/check-texts";
import { datamintBytes, validateBody } from "../../test/validate-body.ts";

const packages = hostilePackages().map((hostile) => ({ ...hostile, answer: engine.compileSpec(hostile.bytes) }));
const maxProblems = 100;

// For an honest package, all candidates should be valid; for a hostile one, only those whose names begin with "good".
function isExpectedValid({ honest }: HostilePackage, body: string): boolean {
  return honest || body.startsWith("good");
}

test("refuses each hostile package for the expected reason, or accepts it if it can do no harm", () => {
  for (const { kind, name, answer, expected } of packages) {
    assert.equal(answer.kind === "ok" ? "accepted" : answer.problems[0]?.code, expected, `${kind}: ${name}`);
    if (answer.kind === "ok") continue;
    assert.ok(answer.problems.length <= maxProblems, `${kind}: ${name}: ${answer.problems.length} problems`);
  }
});

test("reports problems in a hostile package without hidden characters or long quotations from it", () => {
  for (const { kind, name, answer } of packages) {
    if (answer.kind === "ok") continue;
    try {
      checkProblemTexts(answer.problems);
    } catch (reason) {
      throw new Error(`${kind}: ${name}`, { cause: reason });
    }
  }
});

test("gives correct verdicts with bounded work under each hostile package that it accepts", () => {
  let bodies = 0;
  for (const hostile of packages.filter(({ expected }) => expected === "accepted")) {
    const { answer } = hostile;
    assert.ok(answer.kind === "ok", `${hostile.kind}: ${hostile.name}`);
    for (const { name, bytes } of hostile.bodies) {
      const title = `${hostile.kind}: ${hostile.name}: ${name}`;
      const { result, steps, verdict } = validateBody(bytes, answer.spec);
      assert.ok(bytes.length <= limits.bodyBytes, title);
      assert.equal(result, isExpectedValid(hostile, name) ? "valid" : "invalid", title);
      assert.ok(steps <= stepCeilings[hostile.kind], `${title}: ${steps} steps`);
      try {
        if (verdict) checkVerdictTexts(verdict, limits.specPackageText);
      } catch (reason) {
        throw new Error(title, { cause: reason });
      }
      bodies += 1;
    }
  }
  printFigure("candidates for hostile spec packages", bodies, "at least 50");
  assert.ok(bodies >= 50);
});

test("compiles a hostile package in a bounded multiple of the time for an honest one", {
  skip: onlyAtFullScale,
}, () => {
  let worst = { name: "", ratio: 0, ms: 0 };
  for (const { kind, name, bytes } of packages) {
    let [ms, honestMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let round = 0; round < 2; round += 1) {
      honestMs = Math.min(
        honestMs,
        measureMs(() => engine.compileSpec(datamintBytes)),
      );
      ms = Math.min(
        ms,
        measureMs(() => engine.compileSpec(bytes)),
      );
    }
    if (ms / honestMs > worst.ratio) worst = { name: `${kind}: ${name}`, ratio: ms / honestMs, ms };
  }
  printFigure(`slowest hostile package to compile ("${worst.name}"), times Datamint 1.0.0`, worst.ratio.toFixed(1), 60);
  printFigure("the same in milliseconds", Math.round(worst.ms), "2000, printed only");
  assert.ok(worst.ratio <= 60);
});
