import assert from "node:assert/strict";
import { test } from "node:test";
import { firstSpecPackage, type Json, type JsonObject } from "@assay/contract";
import { createEngine } from "@assay/engine";
import { cel } from "@assay/engine/cel";
import { type CaseEdit, patchJson } from "@assay/testing/cases/patch-json";
import { sha256 } from "@assay/testing/sha256";
import { describeEvidence, describeRefusals } from "./describe-diff.ts";
import { diffSpecs } from "./diff-specs.ts";

const engine = createEngine({ sha256, cel });
const base = JSON.parse(JSON.stringify(firstSpecPackage("a", "b"))) as JsonObject;
const rule = { id: "no-old", check: "cel", at: "/name", assert: "self != 'Old'", message: "Not Old." };

function compiled(version: string, ...edits: readonly CaseEdit[]) {
  const document = patchJson(base, [{ op: "replace", path: "/version", value: version }, ...edits]);
  const result = engine.compileSpec(new TextEncoder().encode(JSON.stringify(document)));
  const spec = result.kind === "ok" ? result.spec : result.rejectedSpec;
  assert.ok(spec, JSON.stringify(result));
  return spec;
}

function judged(version: string, ...edits: readonly CaseEdit[]) {
  const { verdict, needed } = diffSpecs(compiled("1.0.0"), compiled(version, ...edits)).version;
  return [verdict, needed];
}

test("a version is justified by what changed, not by what is written", () => {
  const text: CaseEdit = { op: "replace", path: "/title", value: "Other" };
  const needs: CaseEdit = { op: "add", path: "/rules/1/needs", value: "owner-decision" };
  const wider: CaseEdit = { op: "replace", path: "/candidateSchema/properties/name/maxLength", value: 90 };
  const newRule: CaseEdit = { op: "add", path: "/rules/-", value: { ...rule, assert: "self != 'Unseen by any test'" } };
  assert.deepEqual(judged("1.0.1", text), ["justified", "patch"]);
  assert.deepEqual(judged("1.0.0", text), ["not-justified", "patch"]);
  assert.deepEqual(judged("1.0.0"), ["justified", "patch"]);
  // An announcement is no rule: the package that has it keeps its version and its digest.
  const next = { version: "2.0.0", url: "https://a.example/next.json", effectiveFrom: "2027-03-01T00:00:00Z" };
  assert.deepEqual(judged("1.0.0", { op: "add", path: "/next", value: next }), ["justified", "patch"]);
  assert.deepEqual(judged("0.9.0"), ["not-justified", "patch"]);
  assert.deepEqual(judged("1.0.1", needs), ["not-justified", "minor"]);
  assert.deepEqual(judged("1.1.0", needs), ["justified", "minor"]);
  assert.deepEqual(judged("1.0.1", wider), ["not-justified", "minor"]);
  assert.deepEqual(judged("1.1.0", wider), ["justified", "minor"]);
  assert.equal(judged("1.0.1", newRule)[0], "not-justified");
  assert.notEqual(judged("1.1.0", newRule)[0], "justified");
  assert.equal(judged("2.0.0", newRule)[0], "justified");
});

test("entries that would be refused are counted by rule, with those that a fix repairs", () => {
  const candidate = (base.tests as readonly { readonly candidate: JsonObject }[])[0]?.candidate as JsonObject;
  const entries = [
    { name: "a.json", candidate },
    { name: "b.json", candidate: { ...candidate, name: "Old" } },
    {
      name: "c.json",
      candidate: { ...candidate, kind: "large", steps: [{ label: "a" }, { label: "b" }, { label: "c" }] } as Json,
    },
    { name: "d.json", candidate: { ...candidate, name: 7 } },
  ];
  const after = compiled(
    "1.1.0",
    { op: "add", path: "/rules/-", value: rule },
    { op: "replace", path: "/candidateSchema/properties/kind/enum", value: ["small", "larger"] },
    { op: "replace", path: "/rules/1/assert", value: "self.kind != 'larger' || size(self.steps) >= 2" },
  );
  const { evidence, version } = diffSpecs(compiled("1.0.0"), after, entries);
  assert.ok(evidence.entries);
  assert.deepEqual([evidence.entries.tried, evidence.entries.valid], [4, 3]);
  assert.deepEqual(
    evidence.entries.flips.map(({ name, acceptedBy, error, isRepaired }) => [name, acceptedBy, error.rule, isRepaired]),
    [
      ["b.json", "old", "no-old", false],
      ["c.json", "old", "candidate-schema", true],
    ],
  );
  assert.equal(version.verdict, "not-justified");
  assert.equal(version.proof?.name, "b.json");
  assert.match(
    describeEvidence(evidence).at(-1) ?? "",
    /^Of 4 entries, 3 are valid today; 2 of these would be refused \(a fix repairs 1\)/,
  );
  assert.equal(describeRefusals(evidence.entries).length, 2);
});

test("a changed expression is justified as a minor version by entries that are all still valid, and by nothing less", () => {
  const [before, after] = [
    compiled("1.0.0"),
    compiled("1.1.0", {
      op: "replace",
      path: "/rules/1/assert",
      value: "self.kind == 'small' || size(self.steps) > 1",
    }),
  ];
  const candidate = (base.tests as readonly { readonly candidate: JsonObject }[])[0]?.candidate as JsonObject;
  const entry = { name: "a.json", candidate };
  assert.equal(diffSpecs(before, after).version.verdict, "undecided");
  assert.equal(diffSpecs(before, after, [entry]).version.verdict, "justified");
  const invalid = { name: "b.json", candidate: { ...candidate, name: 7 } };
  assert.equal(diffSpecs(before, after, [invalid]).version.verdict, "undecided");
});

test("a new property whose strings no request has room for is compared like any other", () => {
  const minLength = 1_000_000_000;
  const value = { type: "string", minLength, maxLength: minLength };
  const [verdict] = judged("1.1.0", { op: "add", path: "/candidateSchema/properties/x", value });
  assert.equal(verdict, "justified");
});
