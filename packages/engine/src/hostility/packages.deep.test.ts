import assert from "node:assert/strict";
import test from "node:test";
import { limits } from "@assay/contract";
import { engine } from "@assay/testing/cases/run-case";
import { stepCeilings } from "@assay/testing/corpora/hostile-kinds";
import { type HostilePackage, hostilePackages } from "@assay/testing/corpora/hostile-packages";
import { figure } from "@assay/testing/figure";
import { measureMs } from "@assay/testing/measure-ms";
import { onlyAtFullScale } from "@assay/testing/scale";
import { checkProblemTexts, checkVerdictTexts } from "@assay/testing/verdicts/check-texts";
import { datamintBytes, send } from "../../test/hostility.ts";

const packages = hostilePackages().map((hostile) => ({ ...hostile, answer: engine.compileSpec(hostile.bytes) }));
const maxProblems = 100;

// Candidates whose names say so are good; of an honest package all of them are.
function isGood({ honest }: HostilePackage, body: string): boolean {
  return honest || body.startsWith("good");
}

test("a hostile package is refused for what it is, or accepted where it can do no harm", () => {
  for (const { kind, name, answer, ends } of packages) {
    assert.equal(answer.kind === "ok" ? "accepted" : answer.problems[0]?.code, ends, `${kind}: ${name}`);
    if (answer.kind === "ok") continue;
    assert.ok(answer.problems.length <= maxProblems, `${kind}: ${name}: ${answer.problems.length} problems`);
  }
});

test("what is said of a hostile package hides nothing and repeats little of it", () => {
  for (const { kind, name, answer } of packages) {
    if (answer.kind === "ok") continue;
    try {
      checkProblemTexts(answer.problems);
    } catch (reason) {
      throw new Error(`${kind}: ${name}`, { cause: reason });
    }
  }
});

test("under a hostile package that is accepted, candidates get a right answer in bounded work", () => {
  let bodies = 0;
  for (const hostile of packages.filter(({ ends }) => ends === "accepted")) {
    const { answer } = hostile;
    assert.ok(answer.kind === "ok", `${hostile.kind}: ${hostile.name}`);
    for (const { name, bytes } of hostile.bodies) {
      const title = `${hostile.kind}: ${hostile.name}: ${name}`;
      const { ends, steps, verdict } = send(bytes, answer.spec);
      assert.ok(bytes.length <= limits.bodyBytes, title);
      assert.equal(ends, isGood(hostile, name) ? "valid" : "invalid", title);
      assert.ok(steps <= stepCeilings[hostile.kind], `${title}: ${steps} steps`);
      try {
        if (verdict) checkVerdictTexts(verdict, limits.specPackageText);
      } catch (reason) {
        throw new Error(title, { cause: reason });
      }
      bodies += 1;
    }
  }
  figure("candidates for hostile spec packages", bodies, "at least 50");
  assert.ok(bodies >= 50);
});

test("compiling a hostile package takes a bounded multiple of compiling an honest one", {
  skip: onlyAtFullScale,
}, () => {
  let worst = { name: "", ratio: 0, ms: 0 };
  for (const { kind, name, bytes } of packages) {
    let [ms, floor] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let round = 0; round < 2; round += 1) {
      floor = Math.min(
        floor,
        measureMs(() => engine.compileSpec(datamintBytes)),
      );
      ms = Math.min(
        ms,
        measureMs(() => engine.compileSpec(bytes)),
      );
    }
    if (ms / floor > worst.ratio) worst = { name: `${kind}: ${name}`, ratio: ms / floor, ms };
  }
  figure(`slowest hostile package to compile ("${worst.name}"), times Datamint 1.0.0`, worst.ratio.toFixed(1), 60);
  figure("the same in milliseconds", Math.round(worst.ms), "2000, printed only");
  assert.ok(worst.ratio <= 60);
});
