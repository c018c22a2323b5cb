import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json, JsonObject, JsonSchema } from "@assay/contract";
import { type Domain, digestOf, domainNamed } from "@assay/testing/candidates/domains";
import { engine } from "@assay/testing/cases/run-case";
import {
  type Pair,
  stems,
  units,
  unlikeEndings,
  unlikeParties,
  unlikeValues,
} from "@assay/testing/corpora/measures/measure-words";
import { misspell } from "@assay/testing/corpora/traps/misspell";
import { figure } from "@assay/testing/figure";
import { applyFix } from "../fixes/apply-fix.ts";
import { isUnit } from "./other-meaning.ts";

interface Draft {
  readonly known: string;
  readonly schema: JsonSchema;
  readonly written: JsonObject;
  /** What was meant; absent if only its author knows. */
  readonly meant?: JsonObject;
}

const number = { type: "number", minimum: 0, maximum: 1e9 } as const;
const stemOf = (index: number) => stems[index % stems.length] ?? "";

const traps: readonly Draft[] = [
  ...unlikeEndings.flatMap((pair, index) =>
    bothWays(pair).map(([a, b]) => named(`${stemOf(index)}${a}`, `${stemOf(index)}${b}`)),
  ),
  ...units.map((unit, index) => named(stemOf(index), `${stemOf(index)}${unit}`)),
  ...unlikeParties.flatMap((pair) => bothWays(pair).map(([a, b]) => named(`${a}Share`, `${b}Share`))),
  ...unlikeValues.flatMap((pair) =>
    bothWays(pair).map(([a, b]) => ({
      known: "measure",
      schema: { type: "string", enum: [b, "other"] } as const,
      written: { measure: a },
    })),
  ),
];

const twins: readonly Draft[] = units.flatMap((unit, index) => {
  const stem = stemOf(index);
  const known = `${stem}${unit}`;
  const meant = { [known]: 5 };
  return [
    { known, schema: number, written: { [`${misspell(stem, index % 4)}${unit}`]: 5 }, meant },
    { known, schema: number, written: { [known]: `5 ${unit.toLowerCase()}` }, meant },
  ];
});

test("what is spelled almost the same and measures something else is never taken for it", () => {
  const outcomes = outcomesOf(traps);
  const wrong = traps.filter((_, index) => outcomes[index] !== "left alone");
  const listed = traps.filter(({ known }) => isUnit(/[A-Z]?[a-z]+$/.exec(known)?.[0] ?? ""));
  figure("traps of units, magnitudes and parties", traps.length, "at least 300");
  figure("of these, the unit is in the list of the engine", listed.length, "at most half");
  figure("traps of units, magnitudes and parties that a fix makes valid", wrong.length, 0);
  assert.ok(traps.length >= 300 && listed.length <= traps.length / 2);
  assert.deepEqual(
    wrong.map(({ written, known }) => `${JSON.stringify(written)} for ${known}`),
    [],
  );
});

test("a misspelled name keeps its unit, and a number loses the unit that its name has", () => {
  const outcomes = outcomesOf(twins);
  const missed = twins.filter((_, index) => outcomes[index] !== "as meant");
  figure("twins that get the right fix", `${twins.length - missed.length} of ${twins.length}`, "at least 95 %");
  assert.ok(missed.length <= 0.05 * twins.length, missed.map(({ written }) => JSON.stringify(written)).join(" "));
});

function bothWays([a, b]: Pair): readonly Pair[] {
  return [
    [a, b],
    [b, a],
  ];
}

function named(written: string, known: string): Draft {
  return { known, schema: number, written: { [written]: 5 } };
}

type Outcome = "left alone" | "as meant" | "wrong";

// Each draft has an object of its own, and many share a spec package, which takes long to compile.
function outcomesOf(drafts: readonly Draft[]): readonly Outcome[] {
  const parts = Array.from({ length: Math.ceil(drafts.length / perPackage) }, (_, index) =>
    drafts.slice(index * perPackage, (index + 1) * perPackage),
  );
  return parts.flatMap((part) => {
    const domain = domainNamed(
      "datamint/generator-option/1.0.0",
      part.map(({ known, schema }, index) => ({
        op: "add",
        path: `/candidateSchema/properties/part${index}`,
        value: { type: "object", properties: { [known]: schema }, additionalProperties: false } as unknown as Json,
      })),
    );
    return part.map((draft, index) => outcomeIn(domain, `part${index}`, draft));
  });
}

const perPackage = 24;

function outcomeIn(domain: Domain, part: string, { written, meant }: Draft): Outcome {
  const { spec, registry, example } = domain;
  const candidate = { ...example, [part]: written };
  const verdict = engine.validate({ spec, registry, candidate });
  const patches = [verdict.repair, ...verdict.diagnostics.flatMap(({ fixes = [] }) => fixes)].flatMap((fix) =>
    fix?.patch ? [fix.patch] : [],
  );
  const results = patches.flatMap((patch) => {
    const applied = applyFix(candidate, patch);
    return applied.kind === "ok" ? [digestOf(domain, applied.candidate)] : [];
  });
  const valid = results.filter((digest) => digest !== undefined);
  if (valid.length === 0) return "left alone";
  const truth = meant && digestOf(domain, { ...example, [part]: meant });
  return valid.every((digest) => digest === truth) ? "as meant" : "wrong";
}
