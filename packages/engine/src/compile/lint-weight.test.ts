import assert from "node:assert/strict";
import test from "node:test";
import { type Json, limits } from "@assay/contract";
import { specPackageNames } from "@assay/testing/candidates/domains";
import { specFile } from "@assay/testing/cases/golden-cases";
import { engine } from "@assay/testing/cases/run-case";
import { times } from "@assay/testing/corpora/honest-bodies";
import { spec } from "@assay/testing/corpora/hostile-spec";
import { ordinaryPackage, packageOfMatches } from "@assay/testing/corpora/packages-of-patterns";
import { unseenDomainsAreAbsent, unseenPackages } from "@assay/testing/corpora/unseen-domains";
import { figure } from "@assay/testing/figure";

const max = limits.specPackage.weight;
const bytesOf = (document: Json) => new TextEncoder().encode(JSON.stringify(document));
const compile = (document: Json) => engine.compileSpec(bytesOf(document));

function weightOf(bytes: Uint8Array): number {
  const compiled = engine.compileSpec(bytes);
  assert.ok(compiled.kind === "ok", JSON.stringify(compiled.kind === "broken" && compiled.problems[0]));
  return compiled.weight;
}

for (const [name, rules, pattern] of [
  ["64 rules with 16 patterns each", 64, (id: string) => `^(\\pL|x){1,20}y${id}$`],
  ["16 rules with 16 patterns of many letters each", 16, (id: string) => `${id}\\pL{0,100}`],
] as const) {
  test(`${name} are too much, although each pattern and each rule is within its limits`, () => {
    const document = packageOfMatches(rules, pattern);
    const answer = compile(document);
    assert.ok(answer.kind === "broken");
    assert.deepEqual(
      answer.problems.map(({ code, at }) => [code, at]),
      [["spec.too-large", ""]],
    );
    const [{ message, advice }] = answer.problems as [(typeof answer.problems)[0]];
    assert.ok(message.includes(`the maximum is ${max / 1_024}`.replace("3072", "3,072")), message);
    assert.ok(message.includes(`at "/rules/0"`), "a heavy pattern is named with its place");
    assert.match(advice, /maxLength/);
    figure(`bytes of a package with ${name}`, bytesOf(document).length, limits.specPackage.bytes);
    assert.equal(compile({ ...document, rules: (document.rules as Json[]).slice(0, 1) }).kind, "ok");
  });
}

test("a pattern that is used many times counts once", () => {
  const same = packageOfMatches(64, () => "^(\\pL|x){1,20}y$");
  assert.equal(compile(same).kind, "ok");
});

test("many long expressions, many properties and many small values are too much together", () => {
  const rule = (i: number) => ({
    id: `rule-${i}`,
    check: "cel",
    at: "",
    assert: times(42, () => "candidate.owner.id != ''").join(" && "),
    message: "No.",
  });
  const answer = compile(spec({ rules: times(64, rule) }));
  assert.ok(answer.kind === "broken");
  assert.deepEqual(
    answer.problems.map(({ code, advice }) => [code, advice.includes("rules")]),
    [["spec.too-large", true]],
  );
});

test("a pattern that becomes a million parts is refused before it is compiled", () => {
  const answer = compile(packageOfMatches(1, (id) => `${id}(?:${"[ab]?".repeat(8)}){1000}{20}`));
  assert.ok(answer.kind === "broken");
  assert.equal(answer.problems[0]?.code, "spec.pattern");
});

test("every package of this repository weighs less than half of the limit", () => {
  const weights = specPackageNames.map((name) => weightOf(specFile(name)));
  figure("weight of the heaviest package in the repository", Math.max(...weights), max / 2);
  assert.ok(Math.max(...weights) < max / 2);
});

test("every package of a domain that we had not seen weighs less than half of the limit", {
  skip: unseenDomainsAreAbsent,
}, () => {
  const weights = unseenPackages().map(({ bytes }) => weightOf(bytes));
  figure("weight of the heaviest package of an unseen domain", Math.max(...weights), max / 2);
  assert.ok(Math.max(...weights) < max / 2);
});

test("there is room for a package with 35 rules and 60 patterns of ordinary size", () => {
  const weight = weightOf(bytesOf(ordinaryPackage({ rules: 35, patterns: 60 })));
  figure("weight of a package with 35 rules and 60 patterns", weight, max);
  assert.ok(weight < max);
});
