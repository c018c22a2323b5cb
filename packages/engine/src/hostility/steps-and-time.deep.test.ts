import assert from "node:assert/strict";
import { test } from "node:test";
import { type Json, type JsonObject, limits } from "@assay/contract";
import { listPlaces, readPlace, writePlace } from "@assay/testing/candidates/mutate-json";
import { engine } from "@assay/testing/cases/run-case";
import { checkTiming } from "@assay/testing/check-timing";
import { countBytes, fillBytes, makeMembers, times } from "@assay/testing/corpora/build-values";
import { honestCandidate } from "@assay/testing/corpora/honest-candidates";
import { hostileBodies } from "@assay/testing/corpora/hostile-bodies";
import { hostilePackages } from "@assay/testing/corpora/hostile-packages";
import { list, map, specForX, text, x } from "@assay/testing/corpora/hostile-spec";
import { printFigure } from "@assay/testing/print-figure";
import { pickForScale, seed } from "@assay/testing/scale";
import { createRandom, type Random } from "@assay/testing/seeded-random";
import { compileSpec, datamint, registry, validateBody } from "../../test/validate-body.ts";
import type { CompiledSpec } from "../spec/compiled-spec.ts";
import { validate } from "../verdict/validate.ts";

const encode = (value: Json) => new TextEncoder().encode(JSON.stringify(value));
const compile = (value: JsonObject) => compileSpec(encode(value));
const run = (value: Json, spec: CompiledSpec) => validateBody(encode(value), spec);

// Names in any script, with parts that are optional, as public registries have them.
const word = "[\\p{L}_0-9][\\p{L}\\p{M}\\p{N}_+.-]*";
const feature = `^(dep:)?${word}([?]?/${word})?$`;
const features = (pattern: string) =>
  map(list(text({ pattern }), { maxItems: 300 }), {
    maxProperties: 300,
    propertyNames: text({ pattern: `^${word}$` }),
  });
const createFeatures = (count: number, values: number, dependencies: number) =>
  makeMembers(count, (i) => [`feature_${i}`, times(values, (k) => `dep:dep-crate-${(7 * i + k) % dependencies}`)]);

test("ordinary large candidates take at most two fifths of the steps", () => {
  const inAnyScript = compile(specForX(features(feature)));
  const simple = compile(specForX(features("^[A-Za-z0-9:_+.?/-]+$")));
  const largest = { spec: inAnyScript, value: fillBytes(limits.bodyBytes, (n) => x(createFeatures(n, 12, 80))) };
  for (const { spec, value } of [
    { spec: inAnyScript, value: x(createFeatures(150, 4, 80)) },
    { spec: simple, value: x(makeMembers(300, (i) => [`f${i}`, times(20, (k) => `d${(7 * i + k) % 99}`)])) },
    { spec: datamint, value: honestCandidate(limits.bodyBytes) },
    largest,
  ]) {
    const { result, steps } = run(value, spec);
    printFigure(`steps of an ordinary candidate of ${countBytes(value)} bytes`, Math.round(steps), 0.4 * limits.steps);
    assert.equal(result, "valid");
    assert.ok(steps <= 0.4 * limits.steps);
  }
});

test("a rule can compare each of 75 values with 25 names and 15 objects", () => {
  const assert_ =
    "self.features.all(f, self.features[f].all(v, v in self.features || self.deps.exists(d, v == 'dep:' + d.name || v.startsWith(d.name + '/') || v == d.name)))";
  const rule = { id: "refers", check: "cel", at: "/x", assert: assert_, message: "Name a feature or a dependency." };
  const deps = list({ type: "object", additionalProperties: false, properties: { name: text() }, required: ["name"] });
  const properties = { features: features(feature), deps };
  const required = Object.keys(properties);
  const spec = compile(
    specForX({ type: "object", additionalProperties: false, properties, required }, {}, { rules: [rule] }),
  );
  const value = x({ features: createFeatures(25, 3, 15), deps: times(15, (i) => ({ name: `dep-crate-${i}` })) });
  const { result, steps } = run(value, spec);
  printFigure("steps of 25 features that refer to each other", Math.round(steps), 0.8 * limits.steps);
  assert.equal(result, "valid");
});

/** What the verdicts on inputs cost, by the kind of work that they are about. */
interface Input {
  readonly kind: string;
  readonly spec: CompiledSpec;
  readonly value: Json;
}

function listInputs(): readonly Input[] {
  const bodies = hostileBodies().map(({ kind, bytes }) => ({ kind, bytes, spec: datamint }));
  const packages = hostilePackages().flatMap(({ kind, bytes, bodies }) => {
    const answer = engine.compileSpec(bytes);
    return answer.kind === "ok" ? bodies.map((body) => ({ kind, bytes: body.bytes, spec: answer.spec })) : [];
  });
  return [...bodies, ...packages].flatMap(({ kind, bytes, spec }) => {
    const { candidate: value } = validateBody(bytes, spec);
    return value === undefined ? [] : [{ kind, spec, value }];
  });
}

/** Nanoseconds of processor time for a verdict, after a warm-up. */
function measureNs(spec: CompiledSpec, value: Json, minMs: number): number {
  const readMs = () => process.threadCpuUsage().user / 1_000;
  const measure = (ms: number) => {
    const begin = readMs();
    let count = 0;
    for (; count < 2 || readMs() - begin < ms; count += 1) validate({ spec, registry, candidate: value });
    return ((readMs() - begin) * 1e6) / count;
  };
  measure(minMs);
  return Math.min(measure(minMs), measure(minMs));
}

test("a step takes similar time, whatever the work is", () => {
  const worst = new Map<string, number>();
  for (const { kind, spec, value } of listInputs()) {
    const { steps } = run(value, spec);
    if (steps < 0.1 * limits.steps) continue;
    const ns = measureNs(spec, value, pickForScale({ quick: 1, ci: 5, full: 100 })) / steps;
    worst.set(kind, Math.max(worst.get(kind) ?? 0, ns));
  }
  const sorted = [...worst].sort((a, b) => b[1] - a[1]);
  for (const [kind, ns] of sorted) printFigure(`nanoseconds of a step, worst input about ${kind}`, Math.round(ns), "-");
  const [most = 0, least = 1] = [sorted[0]?.[1], sorted.at(-1)?.[1]];
  checkTiming("the same, dearest kind of work, x the cheapest", most / least, 24);
});

test("a search finds no verdict that takes much longer than an honest one", () => {
  const random = createRandom(seed);
  const inputs = listInputs();
  const minMs = pickForScale({ quick: 1, ci: 4, full: 40 });
  let worst = { kind: "", ns: 0 };
  for (let start = 0; start < pickForScale({ quick: 4, ci: 16, full: 160 }); start += 1) {
    const { kind, spec, value: first } = random.pick(inputs);
    let [value, ns] = [first, measureNs(spec, first, minMs)];
    for (let round = 0; round < 6; round += 1) {
      const changed = repeatSomething(value, random);
      const changedNs = measureNs(spec, changed, minMs);
      if (changedNs > ns) [value, ns] = [changed, changedNs];
    }
    if (ns > worst.ns) worst = { kind, ns };
  }
  const honestNs = measureNs(datamint, honestCandidate(60_000), 100);
  checkTiming(`time of the slowest verdict found (${worst.kind}), x an honest one of 60 KB`, worst.ns / honestNs, 20);
});

// Writes a value of the candidate into another place, or repeats it until the body is full.
function repeatSomething(value: Json, random: Random): Json {
  const changed = structuredClone(value);
  const places = listPlaces(changed);
  if (places.length === 0) return changed;
  const copied = readPlace(random.pick(places));
  const place = random.pick(places);
  const room = limits.bodyBytes - countBytes(changed);
  const count = Math.max(1, Math.floor(room / (countBytes(copied) + 8)));
  const isList = Array.isArray(place.holder);
  if (isList && random.below(2) === 0) (place.holder as Json[]).push(...times(count, () => structuredClone(copied)));
  else if (!isList && random.below(2) === 0)
    for (const [index, copy] of times(count, () => structuredClone(copied)).entries())
      writePlace({ ...place, name: `${place.name}${index}` }, copy);
  else if (countBytes(copied) <= room) writePlace(place, structuredClone(copied));
  return changed;
}
