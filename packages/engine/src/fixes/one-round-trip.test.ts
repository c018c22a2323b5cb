import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json } from "@assay/contract";
import { isRepairable, type Mistake, makeMistakes, mistakeKinds } from "@assay/testing/candidates/mistakes";
import { validCandidate } from "@assay/testing/candidates/valid-candidates";
import { specFile } from "@assay/testing/cases/golden-cases";
import { engine } from "@assay/testing/cases/run-case";
import { figure } from "@assay/testing/figure";
import { scaled, seed } from "@assay/testing/scale";
import { createRandom } from "@assay/testing/seeded-random";
import { parsePointer } from "../json/pointer.ts";
import { registryFromSnapshot } from "../registry/packed-registry.ts";
import { applyFix } from "./apply-fix.ts";

interface Trip {
  readonly mistakes: readonly Mistake[];
  /** Mistakes that nobody can see before others are corrected. */
  readonly hidden: readonly Mistake[];
  /** Other mistakes that no diagnostic points to. */
  readonly unnamed: readonly Mistake[];
  readonly isValid: boolean;
  readonly isRestored: boolean;
  readonly broken: Json;
}

const trips = makeTrips(scaled({ quick: 100, ci: 500, full: 5_000 }));
const repairable = trips.filter(({ mistakes }) => mistakes.every(({ kind }) => isRepairable(kind)));
const unrepairable = trips.filter((trip) => !repairable.includes(trip));

test("of each kind of mistake it is known how often one repair is enough", () => {
  for (const [title, part] of [
    ["only mistakes that say what was meant", repairable],
    ["a mistake that does not", unrepairable],
  ] as const) {
    figure(`one round trip: candidates with ${title}`, percent(part.length, trips.length), "printed");
    for (const kind of mistakeKinds) {
      const made = part.filter(({ mistakes }) => mistakes.some((mistake) => mistake.kind === kind));
      if (made.length === 0) continue;
      const [valid, restored] = [count(made, "isValid"), count(made, "isRestored")];
      const shares = `${percent(valid, made.length)} valid, ${percent(restored, made.length)} restored`;
      figure(`one round trip: ${kind}, in candidates with ${title}`, `${made.length} made, ${shares}`, "printed");
    }
  }
});

test("after one repair a candidate whose mistakes say what was meant is valid, and the very one that was broken", () => {
  const [valid, restored] = [count(repairable, "isValid"), count(repairable, "isRestored")];
  figure("one round trip, repairable: valid after one repair", percent(valid, repairable.length), "at least 95 %");
  figure("one round trip, repairable: of those, equal to the original", percent(restored, valid, 2), "at least 99.9 %");
  assert.ok(valid >= 0.95 * repairable.length);
  const other = repairable.find(({ isValid, isRestored }) => isValid && !isRestored);
  assert.ok(restored >= 0.999 * valid, JSON.stringify(other));
});

test("a mistake that only its author can correct is named at its place, and no repair hides it", () => {
  const named = unrepairable.filter(({ unnamed }) => unnamed.length === 0);
  const repaired = unrepairable.filter(({ isValid }) => isValid);
  const hidden = unrepairable.reduce((sum, trip) => sum + trip.hidden.length, 0);
  figure("one round trip, not repairable: every mistake is named", percent(named.length, unrepairable.length), "100 %");
  figure("one round trip, not repairable: mistakes that nobody can see before others are corrected", hidden, "printed");
  figure("one round trip, not repairable: valid after one repair", repaired.length, 0);
  assert.equal(named.length, unrepairable.length, JSON.stringify(unrepairable.find((trip) => !named.includes(trip))));
  assert.equal(repaired.length, 0, JSON.stringify(repaired[0]));
});

test("where one repair is not enough, every mistake is named", () => {
  const left = trips.filter(({ isValid }) => !isValid);
  const named = left.filter(({ unnamed }) => unnamed.length === 0);
  figure("one round trip: of the rest, every mistake is named", percent(named.length, left.length), "100 %");
  assert.equal(named.length, left.length, JSON.stringify(left.find((trip) => !named.includes(trip))));
});

function makeTrips(count: number): readonly Trip[] {
  const compiled = engine.compileSpec(specFile("datamint/generator-option/1.0.0"));
  assert(compiled.kind === "ok");
  const registry = registryFromSnapshot({
    revision: "1",
    entries: [{ id: "person-basic", state: "active" }],
    pending: [],
  });
  const build = (candidate: Json) => engine.build({ spec: compiled.spec, registry, candidate });
  const random = createRandom(seed);
  return Array.from({ length: count }, () => {
    const valid = validCandidate(random);
    const original = build(valid);
    assert.equal(original.verdict.valid, true, JSON.stringify(original.verdict));
    const { broken, mistakes } = makeMistakes(valid, 1 + random.below(5), random);
    const { verdict } = build(broken);
    assert.equal(verdict.valid, false, `${JSON.stringify(mistakes)} ${JSON.stringify(broken)}`);
    const pointers = verdict.diagnostics.flatMap(({ path, paths = [path] }) => paths).map(generalized);
    const repaired = applyFix(broken, verdict.repair?.patch ?? []);
    assert(repaired.kind === "ok");
    const again = build(repaired.candidate);
    const unnamed = mistakes.filter(
      ({ tokens }) => !pointers.some((pointer) => pointer.startsWith(generalized(tokens))),
    );
    const hidden = unnamed.filter((mistake) => isHidden(mistake, mistakes));
    return {
      mistakes,
      hidden,
      unnamed: unnamed.filter((mistake) => !hidden.includes(mistake)),
      isValid: again.verdict.valid,
      isRestored: again.verdict.valid && again.proposalPackage?.digest === original.proposalPackage?.digest,
      broken,
    };
  });
}

// Inside a property that nobody recognizes; or in a sample record, while the fields that it is compared with have a name or
// a type under another word.
function isHidden({ tokens }: Mistake, mistakes: readonly Mistake[]): boolean {
  const renamed = mistakes.filter(({ kind }) => kind === "renamed").map((mistake) => mistake.tokens);
  const isInside = renamed.some(
    (outer) => outer.length < tokens.length && outer.every((token, depth) => tokens[depth] === token),
  );
  const areFieldsUnclear = renamed.some((other) => other.length !== 2 && !isInSamples(other));
  return isInside || (isInSamples(tokens) && areFieldsUnclear);
}

// However the property is misspelled, its first letter is right.
function isInSamples([property = "", , name]: readonly string[]): boolean {
  return name !== undefined && /^(s|examples$)/i.test(property);
}

function count(some: readonly Trip[], what: "isValid" | "isRestored"): number {
  return some.filter((trip) => trip[what]).length;
}

function generalized(at: string | readonly string[]): string {
  const path = typeof at === "string" ? (parsePointer(at) ?? []) : at;
  return `${path.map((token) => (/^[0-9]+$/.test(token) ? "*" : token)).join("/")}/`;
}

function percent(part: number, whole: number, digits = 1): string {
  return whole === 0 ? "none" : `${((100 * part) / whole).toFixed(digits)} %`;
}
