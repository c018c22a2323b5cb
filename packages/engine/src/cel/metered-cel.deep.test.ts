import assert from "node:assert/strict";
import { test } from "node:test";
import { type Json, limits } from "@assay/contract";
import { randomRule, randomSelf } from "@assay/testing/corpora/random-rules";
import { figure } from "@assay/testing/figure";
import { isFullScale, runs, seed } from "@assay/testing/scale";
import { createRandom } from "@assay/testing/seeded-random";
import { createMeter, overBudget } from "../meter.ts";
import { createMeteredCel } from "./metered-cel.ts";
import { readExpression } from "./read-expression.ts";
import { createToCel } from "./values.ts";

const { compile } = createMeteredCel();

interface Ended {
  readonly result: unknown;
  readonly steps: number;
  readonly ms: number;
}

function prepare(source: string, self: Json): () => Ended {
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

// Operators that are no calls, as many as a rule may have, as deep as loops may nest.
const operators = `self.n.all(a, self.n.all(b, self.n.all(c, ${Array.from({ length: 44 }, () => "(true ? true : false)").join(" && ")})))`;

/** Rules that the library alone takes long for, each within every limit on how a rule is written. */
const costly: { readonly [name: string]: readonly [source: string, self: Json] } = {
  "three nested loops": ["self.n.all(a, self.n.all(b, self.n.all(c, a + b + c >= 0)))", { n: createNumbers(300) }],
  "operators that are no calls": [operators, { n: createNumbers(40) }],
  "operators that are no calls, over a long list": [operators, { n: createNumbers(10_000) }],
  "indexing that is no call": [
    "self.n.all(a, self.n.all(b, self.n[0] == self.n[1] || self.m['x']['y'] || true))",
    { n: createNumbers(300), m: { x: { y: true } } },
  ],
  "lists that grow": ["size(self.n.map(a, a).map(b, b).filter(c, c >= 0)) >= 0", { n: createNumbers(10_000) }],
  "lists of lists": [
    "self.n.map(a, self.n).map(b, b.map(c, self.n)) == self.n.map(a, self.n)",
    { n: createNumbers(200) },
  ],
  "comparing everything with everything": [
    "self.o.all(a, a in self.o && self.o == self.o)",
    { o: createNumbers(500).map((index) => ({ index, text: "x".repeat(60) })) },
  ],
  "errors that are made good": [
    "self.n.all(a, a.nope == 1 || self.n[-1] == 2 || int('x') == 3 || true)",
    { n: createNumbers(10_000) },
  ],
  "a wide object": [
    "self.w.all(a, self.w == self.w)",
    { w: Object.fromEntries(createNumbers(6_000).map((index) => [`m${index}`, index])) },
  ],
  "parts of a long text": [
    "self.n.all(a, size(self.t.split('x')) > 0 && size(self.t.split('')) > 0)",
    { n: createNumbers(100), t: "x".repeat(60_000) },
  ],
  "parts that are searched for in vain": [
    "self.n.all(a, size(self.t.split(self.p)) > 0)",
    { n: createNumbers(100), t: "x".repeat(40_000), p: `${"x".repeat(10_000)}y` },
  ],
  "a text that grows without end": [
    "size(self.t.replace('x', self.t).replace('x', self.t).replace('x', self.t)) > 0",
    { t: "x".repeat(20_000) },
  ],
  "parts that are replaced": [
    "self.n.all(a, size(self.t.replace('x', 'yy')) > 0 && size(self.t.replace('', '')) > 0)",
    { n: createNumbers(100), t: "xz".repeat(20_000) },
  ],
  "capitals by turns": [
    "self.n.all(a, self.t.lowerAscii() == self.t || true)",
    { n: createNumbers(100), t: "xX".repeat(30_000) },
  ],
  "digits without end": ["self.n.all(a, int(self.t) == 1 || true)", { n: createNumbers(100), t: "9".repeat(60_000) }],
  "a pattern over a long text": [
    "self.n.all(a, self.t.matches('(x+x+)+y') || true)",
    { n: createNumbers(100), t: "x".repeat(60_000) },
  ],
  "bytes that are compared": [
    "[bytes(self.t)].all(b, [bytes(self.t)].all(c, self.n.all(a, b == c && b <= c && b in [c])))",
    { n: createNumbers(1_000), t: "x".repeat(400) },
  ],
  "bytes that grow": [
    "size([bytes(self.t)].map(a, a + a + a + a).map(b, b + b + b + b)[0]) > 0",
    { t: "x".repeat(30_000) },
  ],
  "a part that is nearly found everywhere": [
    "self.n.all(a, !self.t.contains(self.p))",
    { n: createNumbers(20), t: "a".repeat(30_000), p: `${"a".repeat(500)}b${"a".repeat(500)}` },
  ],
  "operands that are not bools": [
    "self.n.all(a, ((a && a) || (a && a) || (a && a)) || true)",
    { n: createNumbers(1_000) },
  ],
  "times that are compared": [
    "[self.n.map(a, timestamp(a))].all(b, b == self.n.map(a, timestamp(a)) && timestamp(-1) in b || true)",
    { n: createNumbers(1_000) },
  ],
  "long durations": [
    "self.n.all(a, duration('1h2m3s4ms5us6ns7h8h9h10h') != duration('1s'))",
    { n: createNumbers(500) },
  ],
  "characters beyond the first plane": [
    "self.n.all(a, size(self.t) > 0)",
    { n: createNumbers(20), t: "😀".repeat(15_000) },
  ],
  "texts in order": ["self.n.all(a, self.t <= self.t + 'x')", { n: createNumbers(20), t: "x".repeat(20_000) }],
  "texts that are searched": [
    "self.n.all(a, self.t.contains(self.t + 'y') || true)",
    { n: createNumbers(1_000), t: "xy".repeat(30_000) },
  ],
};

for (const [name, [source, self]] of Object.entries(costly)) {
  test(`${name}: the work ends at the ceiling, at the same step every time`, () => {
    const run = prepare(source, self);
    const first = run();
    assert.ok(first.steps <= limits.steps);
    assert.equal(run().steps, first.steps);
    assert.equal(prepare(source, self)().steps, first.steps);
  });
}

test("a rule that ends over its budget is over it whatever surrounds the costly part", () => {
  const inner = "self.n.all(a, self.n.all(b, a + b >= 0))";
  for (const source of [
    `${inner} || true`,
    `!(${inner}) || true`,
    `[1].exists(x, ${inner}) || true`,
    `true ? ${inner} : true`,
  ]) {
    assert.equal(prepare(source, { n: createNumbers(5_000) })().result, overBudget, source);
  }
});

test("no admitted rule that a search finds goes over the ceiling, and steps tell how long one takes", () => {
  const random = createRandom(seed);
  const selves = [
    [3, 4],
    [30, 10],
    [300, 20],
    [2_000, 4],
    [10_000, 1],
    [100, 500],
  ].map(([items = 0, characters = 0]) => randomSelf(random, items, characters));
  const timed: Timed[] = Object.values(costly).map(([source, self]) => timeRule(source, prepare(source, self)));
  let [tried, most] = [0, 0];
  while (tried < runs) {
    const source = randomRule(random, 1 + random.below(4));
    if (readExpression(source).kind !== "ok") continue;
    tried += 1;
    const run = prepare(source, random.pick(selves));
    const { steps, result } = run();
    assert.ok(steps <= limits.steps, source);
    most = Math.max(most, steps);
    // What a loop costs is paid at its entry: the time of one that is not entered, or is left early, says nothing.
    if (isFullScale && timed.length < maxTimed && steps > worthTiming && result !== overBudget)
      timed.push(timeRule(source, run));
  }
  figure("rules tried by search", tried, "10,000 at full scale");
  figure("steps of the costliest rule found", Math.round(most), limits.steps);
  if (!isFullScale) return;
  const rates = timeAgain(timed).sort((a, b) => a.rate - b.rate);
  const median = rates[Math.floor(rates.length / 2)]?.rate ?? 0;
  const worst = rates.at(-1);
  const slowest = rates.toSorted((a, b) => b.ms - a.ms)[0];
  figure("rules whose time was taken", rates.length, "printed");
  figure("microseconds per step of a rule: median", median.toFixed(3), "printed");
  figure(
    `microseconds per step of a rule: most, times the median ("${worst?.source}")`,
    ((worst?.rate ?? 0) / median).toFixed(1),
    4,
  );
  figure(`milliseconds of the slowest rule ("${slowest?.source}")`, slowest?.ms.toFixed(1) ?? "", "25, printed only");
  // Twice the bar: the machines that run this are shared.
  assert.ok((worst?.rate ?? 0) <= 8 * median);
});

const worthTiming = 10_000;
const maxTimed = 600;

interface Timed {
  readonly source: string;
  readonly run: () => Ended;
  readonly ms: number;
  /** Microseconds per step. */
  readonly rate: number;
}

function timeRule(source: string, run: () => Ended, times = 6): Timed {
  const { ms, steps } = Array.from({ length: times }, run).reduce((best, next) => (next.ms < best.ms ? next : best));
  return { source, run, ms, rate: (ms * 1_000) / steps };
}

/** Rules that seem slow are timed again, at three other moments: what the machine did meanwhile is not theirs. */
function timeAgain(rules: readonly Timed[]): Timed[] {
  const all = rules.toSorted((a, b) => b.rate - a.rate);
  for (let round = 0; round < 3; round += 1) {
    for (const [index, { source, run, rate }] of all.slice(0, 20).entries()) {
      const again = timeRule(source, run, 8);
      if (again.rate < rate) all[index] = again;
    }
  }
  return all;
}
