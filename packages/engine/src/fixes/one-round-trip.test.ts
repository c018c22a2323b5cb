import assert from "node:assert/strict";
import { test } from "node:test";
import { type MistakeKind, makeMistakes, mistakeKinds } from "@assay/testing/candidates/mistakes";
import { validCandidate } from "@assay/testing/candidates/valid-candidates";
import { specFile } from "@assay/testing/cases/golden-cases";
import { engine } from "@assay/testing/cases/run-case";
import { figure } from "@assay/testing/figure";
import { scaled, seed } from "@assay/testing/scale";
import { createRandom } from "@assay/testing/seeded-random";
import { parsePointer } from "../json/pointer.ts";
import { registryFromSnapshot } from "../registry/registry-from-snapshot.ts";
import { applyFix } from "./apply-fix.ts";

const candidates = scaled({ quick: 100, ci: 500, full: 5_000 });
const irreversible = new Set<MistakeKind>(["unknown member", "undeclared sample field"]);

test("after one repair a broken candidate is valid again, most often the very one that was broken", () => {
  const compiled = engine.compileSpec(specFile("datamint/generator-option/1.0.0"));
  assert(compiled.kind === "ok");
  const registry = registryFromSnapshot({
    revision: "1",
    entries: [{ id: "person-basic", state: "active" }],
    pending: [],
  });
  const build = (candidate: Parameters<typeof engine.build>[0]["candidate"]) =>
    engine.build({ spec: compiled.spec, registry, candidate });
  const random = createRandom(seed);
  const tally = new Map(mistakeKinds.map((kind) => [kind, { made: 0, mended: 0, restored: 0, unnamed: 0 }]));
  const all = { mended: 0, reversible: 0, restored: 0, invalid: 0, named: 0 };

  for (let index = 0; index < candidates; index += 1) {
    const valid = validCandidate(random);
    const original = build(valid);
    assert.equal(original.verdict.valid, true, JSON.stringify(original.verdict));
    const { broken, mistakes } = makeMistakes(valid, 1 + random.below(5), random);
    const { verdict } = build(broken);
    assert.equal(verdict.valid, false, `${JSON.stringify(mistakes)} ${JSON.stringify(broken)}`);

    const pointers = verdict.diagnostics.flatMap(({ path, paths = [path] }) => paths).map(generalized);
    const unnamed = mistakes.filter(
      ({ tokens }) => !pointers.some((pointer) => pointer.startsWith(generalized(tokens))),
    );
    const repaired = applyFix(broken, verdict.repair?.patch ?? []);
    assert(repaired.kind === "ok");
    const again = build(repaired.candidate);
    const restored = again.proposalPackage?.digest === original.proposalPackage?.digest;
    const reversible = mistakes.every(({ kind }) => !irreversible.has(kind));

    all.mended += Number(again.verdict.valid);
    all.reversible += Number(reversible);
    all.restored += Number(reversible && restored);
    all.invalid += Number(!again.verdict.valid);
    all.named += Number(!again.verdict.valid && unnamed.length === 0);
    for (const { kind } of mistakes) {
      const row = tally.get(kind);
      if (!row) continue;
      row.made += 1;
      row.mended += Number(again.verdict.valid);
      row.restored += Number(restored);
      row.unnamed += unnamed.some((mistake) => mistake.kind === kind) ? 1 : 0;
    }
  }

  for (const [kind, { made, mended, restored, unnamed }] of tally) {
    const back = irreversible.has(kind) ? "" : `, ${percent(restored, made)} restored`;
    figure(
      `one round trip, with a mistake of kind ${kind}`,
      `${made} made, ${percent(mended, made)} valid${back}, ${unnamed} unnamed`,
      "printed",
    );
  }
  figure("one round trip: valid after one repair", percent(all.mended, candidates), "at least 95 %");
  figure(
    "one round trip: original restored, reversible kinds only",
    percent(all.restored, all.reversible),
    "at least 90 %",
  );
  figure("one round trip: of the rest, every mistake is named", percent(all.named, all.invalid), "100 %");
  assert.ok(all.mended >= 0.95 * candidates);
  assert.ok(all.restored >= 0.9 * all.reversible);
  assert.equal(all.named, all.invalid);
});

function generalized(at: string | readonly string[]): string {
  const path = typeof at === "string" ? (parsePointer(at) ?? []) : at;
  return `${path.map((token) => (/^[0-9]+$/.test(token) ? "*" : token)).join("/")}/`;
}

function percent(part: number, whole: number): string {
  return whole === 0 ? "none" : `${((100 * part) / whole).toFixed(1)} %`;
}
