import assert from "node:assert/strict";
import { test } from "node:test";
import { type Json, limits } from "@assay/contract";
import { randomRule, randomSelf } from "@assay/testing/corpora/random-rules";
import { printFigure } from "@assay/testing/print-figure";
import { isFullScale, runs, seed } from "@assay/testing/scale";
import { createRandom } from "@assay/testing/seeded-random";
import { CelScalar, celFunc } from "@bufbuild/cel";
import { createMeter, overBudget } from "../meter.ts";
import { registryFromSnapshot } from "../registry/packed-registry.ts";
import { createMeteredCel } from "./metered-cel.ts";
import { readExpression } from "./read-expression.ts";
import { createToCel } from "./values.ts";

// As many ids as a registry can have. Most of each is the same, so that they are expensive to compare.
const ids = Array.from({ length: limits.registry.entries }, (_, index) => `${"x".repeat(200)}-${index}`);
const { find } = registryFromSnapshot({
  revision: "1",
  entries: ids.map((id) => ({ id, state: "active" as const })),
  pending: [],
});
const registered = celFunc(
  "registered",
  [CelScalar.STRING],
  CelScalar.BOOL,
  (id) => find(id, "exact").kind === "taken",
);
const { compile } = createMeteredCel({ funcs: [registered] });

interface Outcome {
  readonly result: unknown;
  readonly steps: number;
  readonly ms: number;
}

function prepare(source: string, self: Json): () => Outcome {
  const read = readExpression(source);
  assert.ok(read.kind === "ok", source);
  const evaluate = compile(read.expression);
  const value = createToCel()(self);
  return () => {
    const meter = createMeter(limits.steps);
    const begin = performance.now();
    let result: unknown;
    try {
      result = evaluate({ self: value, candidate: value }, meter);
    } catch (reason) {
      if (reason !== overBudget) throw reason;
      result = overBudget;
    }
    return { result, steps: limits.steps - meter.left, ms: performance.now() - begin };
  };
}

const createNumbers = (length: number) => Array.from({ length }, (_, index) => index);

// The maximum number of uncounted operators that a rule can have, inside loops nested to the maximum depth.
const nestedOperators = `self.n.all(a, self.n.all(b, self.n.all(c, ${Array.from({ length: 44 }, () => "(true ? true : false)").join(" && ")})))`;

/** Rules that take a long time in the bare library, although none exceeds a limit on expressions. */
const costlyRules: { readonly [name: string]: readonly [source: string, self: Json] } = {
  "three nested loops": ["self.n.all(a, self.n.all(b, self.n.all(c, a + b + c >= 0)))", { n: createNumbers(300) }],
  "operators that are not calls": [nestedOperators, { n: createNumbers(40) }],
  "operators that are not calls, over a long list": [nestedOperators, { n: createNumbers(10_000) }],
  "indexing that is not a call": [
    "self.n.all(a, self.n.all(b, self.n[0] == self.n[1] || self.m['x']['y'] || true))",
    { n: createNumbers(300), m: { x: { y: true } } },
  ],
  "growing lists": ["size(self.n.map(a, a).map(b, b).filter(c, c >= 0)) >= 0", { n: createNumbers(10_000) }],
  "lists of lists": [
    "self.n.map(a, self.n).map(b, b.map(c, self.n)) == self.n.map(a, self.n)",
    { n: createNumbers(200) },
  ],
  "comparing every item with every item": [
    "self.o.all(a, a in self.o && self.o == self.o)",
    { o: createNumbers(500).map((index) => ({ index, text: "x".repeat(60) })) },
  ],
  "errors that another operand absorbs": [
    "self.n.all(a, a.nope == 1 || self.n[-1] == 2 || int('x') == 3 || true)",
    { n: createNumbers(10_000) },
  ],
  "a wide object": [
    "self.w.all(a, self.w == self.w)",
    { w: Object.fromEntries(createNumbers(6_000).map((index) => [`m${index}`, index])) },
  ],
  "splitting a long string": [
    "self.n.all(a, size(self.t.split('x')) > 0 && size(self.t.split('')) > 0)",
    { n: createNumbers(100), t: "x".repeat(60_000) },
  ],
  "splitting at a separator that does not occur": [
    "self.n.all(a, size(self.t.split(self.p)) > 0)",
    { n: createNumbers(100), t: "x".repeat(40_000), p: `${"x".repeat(10_000)}y` },
  ],
  "a string that grows exponentially": [
    "size(self.t.replace('x', self.t).replace('x', self.t).replace('x', self.t)) > 0",
    { t: "x".repeat(20_000) },
  ],
  "replacing many parts": [
    "self.n.all(a, size(self.t.replace('x', 'yy')) > 0 && size(self.t.replace('', '')) > 0)",
    { n: createNumbers(100), t: "xz".repeat(20_000) },
  ],
  "alternating capital letters": [
    "self.n.all(a, self.t.lowerAscii() == self.t || true)",
    { n: createNumbers(100), t: "xX".repeat(30_000) },
  ],
  "a very long integer": ["self.n.all(a, int(self.t) == 1 || true)", { n: createNumbers(100), t: "9".repeat(60_000) }],
  "a pattern on a long string": [
    "self.n.all(a, self.t.matches('(x+x+)+y') || true)",
    { n: createNumbers(100), t: "x".repeat(60_000) },
  ],
  "comparing bytes": [
    "[bytes(self.t)].all(b, [bytes(self.t)].all(c, self.n.all(a, b == c && b <= c && b in [c])))",
    { n: createNumbers(1_000), t: "x".repeat(400) },
  ],
  "growing bytes": [
    "size([bytes(self.t)].map(a, a + a + a + a).map(b, b + b + b + b)[0]) > 0",
    { t: "x".repeat(30_000) },
  ],
  "a search with a near match everywhere": [
    "self.n.all(a, !self.t.contains(self.p))",
    { n: createNumbers(20), t: "a".repeat(30_000), p: `${"a".repeat(500)}b${"a".repeat(500)}` },
  ],
  "operands that are not bools": [
    "self.n.all(a, ((a && a) || (a && a) || (a && a)) || true)",
    { n: createNumbers(1_000) },
  ],
  "comparing timestamps": [
    "[self.n.map(a, timestamp(a))].all(b, b == self.n.map(a, timestamp(a)) && timestamp(-1) in b || true)",
    { n: createNumbers(1_000) },
  ],
  "long durations": [
    "self.n.all(a, duration('1h2m3s4ms5us6ns7h8h9h10h') != duration('1s'))",
    { n: createNumbers(500) },
  ],
  "surrogate pairs": ["self.n.all(a, size(self.t) > 0)", { n: createNumbers(20), t: "😀".repeat(15_000) }],
  "ordering strings": ["self.n.all(a, self.t <= self.t + 'x')", { n: createNumbers(20), t: "x".repeat(20_000) }],
  "looking up long ids": [
    "self.n.all(a, self.s.all(b, registered(b)))",
    { n: createNumbers(100), s: ids.slice(0, 100) },
  ],
  "looking up short ids": [
    "self.n.all(a, self.s.all(b, !registered(b)))",
    { n: createNumbers(100), s: createNumbers(100).map((index) => `x${index}`) },
  ],
  "searching long strings": [
    "self.n.all(a, self.t.contains(self.t + 'y') || true)",
    { n: createNumbers(1_000), t: "xy".repeat(30_000) },
  ],
};

for (const [name, [source, self]] of Object.entries(costlyRules)) {
  test(`${name}: stays within the budget, and always spends the same number of steps`, () => {
    const run = prepare(source, self);
    const first = run();
    assert.ok(first.steps <= limits.steps);
    assert.equal(run().steps, first.steps);
    assert.equal(prepare(source, self)().steps, first.steps);
  });
}

test("a rule that exceeds the budget stops, even if another operand could absorb the error", () => {
  const costlyPart = "self.n.all(a, self.n.all(b, a + b >= 0))";
  for (const source of [
    `${costlyPart} || true`,
    `!(${costlyPart}) || true`,
    `[1].exists(x, ${costlyPart}) || true`,
    `true ? ${costlyPart} : true`,
  ]) {
    assert.equal(prepare(source, { n: createNumbers(5_000) })().result, overBudget, source);
  }
});

test("random rules stay within the budget, and take time in proportion to their steps", () => {
  const random = createRandom(seed);
  const selfValues = [
    [3, 4],
    [30, 10],
    [300, 20],
    [2_000, 4],
    [10_000, 1],
    [100, 500],
  ].map(([items = 0, characters = 0]) => randomSelf(random, items, characters));
  const timed = Object.values(costlyRules).map(([source, self]) => timeRule(source, prepare(source, self)));
  let [ruleCount, maxSteps] = [0, 0];
  while (ruleCount < runs) {
    const source = randomRule(random, 1 + random.below(4));
    if (readExpression(source).kind !== "ok") continue;
    ruleCount += 1;
    const run = prepare(source, random.pick(selfValues));
    const { steps, result } = run();
    assert.ok(steps <= limits.steps, source);
    maxSteps = Math.max(maxSteps, steps);
    // A loop is charged for all its steps before it starts, so a rule that runs out of steps would seem too quick per step.
    if (isFullScale && timed.length < maxTimed && steps > minStepsToTime && result !== overBudget)
      timed.push(timeRule(source, run));
  }
  printFigure("rules tried by search", ruleCount, "10,000 at full scale");
  printFigure("steps of the costliest rule found", Math.round(maxSteps), limits.steps);
  if (!isFullScale) return;
  const rates = timeSlowestAgain(timed).sort((a, b) => a.rate - b.rate);
  const median = rates[Math.floor(rates.length / 2)]?.rate ?? 0;
  const worst = rates.at(-1);
  const slowest = rates.toSorted((a, b) => b.ms - a.ms)[0];
  printFigure("timed rules", rates.length, "none");
  printFigure("microseconds per step of a rule: median", median.toFixed(3), "none");
  printFigure(
    `microseconds per step: slowest rule, x median ("${worst?.source}")`,
    ((worst?.rate ?? 0) / median).toFixed(1),
    4,
  );
  printFigure(`milliseconds of the slowest rule ("${slowest?.source}")`, slowest?.ms.toFixed(1) ?? "", "-");
  // Twice the limit that the figure shows, because test machines are shared.
  assert.ok((worst?.rate ?? 0) <= 8 * median);
});

const minStepsToTime = 10_000;
const maxTimed = 600;

interface TimedRule {
  readonly source: string;
  readonly run: () => Outcome;
  readonly ms: number;
  /** Microseconds per step. */
  readonly rate: number;
}

function timeRule(source: string, run: () => Outcome, times = 6): TimedRule {
  const { ms, steps } = Array.from({ length: times }, run).reduce((best, next) => (next.ms < best.ms ? next : best));
  return { source, run, ms, rate: (ms * 1_000) / steps };
}

/** Times the slowest rules again, in three rounds, to rule out that another process slowed them down. */
function timeSlowestAgain(rules: readonly TimedRule[]): TimedRule[] {
  const slowestFirst = rules.toSorted((a, b) => b.rate - a.rate);
  for (let round = 0; round < 3; round += 1) {
    for (const [index, { source, run, rate }] of slowestFirst.slice(0, 20).entries()) {
      const retimed = timeRule(source, run, 8);
      if (retimed.rate < rate) slowestFirst[index] = retimed;
    }
  }
  return slowestFirst;
}
