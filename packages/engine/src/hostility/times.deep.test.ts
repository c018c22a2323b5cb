import assert from "node:assert/strict";
import test from "node:test";
import { type Json, limits } from "@assay/contract";
import { hostileBodies } from "@assay/testing/corpora/hostile-bodies";
import { hostilePackages } from "@assay/testing/corpora/hostile-packages";
import { type Found, search } from "@assay/testing/corpora/hostile-search";
import { figure } from "@assay/testing/figure";
import { millisecondsOf } from "@assay/testing/milliseconds-of";
import { onlyAtFullScale, seed } from "@assay/testing/scale";
import { createRandom } from "@assay/testing/seeded-random";
import { checkVerdictTexts } from "@assay/testing/verdicts/check-answer";
import { compiled, datamint, send, type Timed, type Times, timesOf } from "../../test/hostility.ts";
import { readJson } from "../index.ts";
import type { CompiledSpec } from "../spec/compiled-spec.ts";

// The work is bounded by steps; times are held beside those of honest bodies at the same moments, with room for noise.
const mostTimesHonest = 150;
const worthTiming = 20_000;

const bodies: readonly Timed[] = onlyAtFullScale
  ? []
  : [
      ...hostileBodies().map(({ kind, name, bytes }) => ({ name: `${kind}: ${name}`, bytes, spec: datamint })),
      ...hostilePackages()
        .filter(({ ends }) => ends === "accepted")
        .flatMap((hostile) => {
          const spec = compiled(hostile.bytes);
          return hostile.bodies.map(({ name, bytes }) => ({
            name: `${hostile.kind}: ${hostile.name}: ${name}`,
            bytes,
            spec,
          }));
        }),
    ];

test("no hostile body takes more than a bounded multiple of an honest one's time", { skip: onlyAtFullScale }, () => {
  const quick = bodies.map((body) => ({ body, times: timesOf(body, 2) }));
  quick.sort((a, b) => b.times.toFull - a.times.toFull);
  const slow = quick.slice(0, 8).map(({ body }) => timesOf(body, 6));
  report("hostile body", slow);
  const bySize = quick.toSorted((a, b) => b.times.toSameSize - a.times.toSameSize)[0];
  const times = bySize ? timesOf(bySize.body, 4).toSameSize : 0;
  figure(`"${bySize?.body.name}", times an honest body of its own size`, times.toFixed(0), "printed only");
  spread(quick.map((one) => one.times));
});

test("changing hostile bodies at random finds none that is slower, longer or more talkative", {
  skip: onlyAtFullScale,
}, () => {
  const searchIn = (spec: CompiledSpec, some: readonly Timed[], tries: number): readonly Timed[] => {
    const costOf = (value: Json) => costIn(spec, value);
    const known = some.flatMap(({ name, bytes }): readonly Found[] => {
      const read = readJson(bytes);
      return read.kind === "ok" ? [{ name, value: read.value, cost: costOf(read.value) }] : [];
    });
    return search(known, { random: createRandom(seed), tries, costOf })
      .slice(0, 8)
      .map(({ name, value }) => ({ name, bytes: new TextEncoder().encode(JSON.stringify(value)), spec }));
  };
  const costIn = (spec: CompiledSpec, value: Json): number => {
    const bytes = new TextEncoder().encode(JSON.stringify(value));
    let steps = 0;
    const ms = millisecondsOf(() => {
      const outcome = send(bytes, spec);
      if (outcome.verdict) checkVerdictTexts(outcome.verdict, limits.outsideText);
      steps = outcome.steps;
    });
    assert.ok(steps <= limits.steps + 1_000, `${steps} steps`);
    return ms;
  };
  const tries = 500;
  const triesPerRule = 20;
  const rules = Map.groupBy(
    bodies.filter(({ name }) => name.startsWith("expressions: ")),
    ({ spec }) => spec,
  );
  const found = searchIn(
    datamint,
    bodies.filter(({ spec }) => spec === datamint),
    tries,
  );
  const foundForRules = [...rules].flatMap(([spec, some]) => searchIn(spec, some, triesPerRule).slice(0, 1));
  figure("bodies tried by search", tries + rules.size * triesPerRule, "at least 250");
  report(
    "body found by search",
    found.map((body) => timesOf(body, 6)),
  );
  report(
    "body found by search for a CEL rule",
    foundForRules.map((body) => timesOf(body, 6)),
  );
});

function report(what: string, slow: readonly Times[]): void {
  const [worst] = slow.toSorted((a, b) => b.toFull - a.toFull);
  assert.ok(worst);
  figure(`worst ${what} ("${worst.name}"), times an honest full body`, worst.toFull.toFixed(1), mostTimesHonest);
  assert.ok(worst.toFull <= mostTimesHonest, `${worst.name} takes ${worst.toFull.toFixed(1)} times as long`);
  figure(`worst ${what}, milliseconds`, worst.ms.toFixed(1), "25, printed only");
}

// What takes few steps takes its time elsewhere.
function spread(all: readonly Times[]): void {
  const rates = all
    .filter(({ steps }) => steps >= worthTiming)
    .map(({ microsecondsPerStep }) => microsecondsPerStep)
    .sort((a, b) => a - b);
  const at = (part: number) => (rates[Math.floor(part * (rates.length - 1))] ?? 0).toFixed(3);
  figure("microseconds per step: least, median, most", `${at(0)}, ${at(0.5)}, ${at(1)}`, "printed only");
}
