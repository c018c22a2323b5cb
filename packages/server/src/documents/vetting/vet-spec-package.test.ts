import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { DomainName } from "@assay/contract";
import { createEngines } from "./create-engines.ts";
import { vetSpecPackage } from "./vet-spec-package.ts";

const domain = { targetProduct: "datamint", domainId: "generator-option" };
const file = new URL("../../../../contract/spec-packages/datamint/generator-option/1.0.0.json", import.meta.url);
const spec = JSON.parse(readFileSync(file, "utf8"));

const engine = await createEngines()(true);
const vetted = (document: unknown, as: DomainName = domain) =>
  vetSpecPackage(Buffer.from(JSON.stringify(document)), as, engine);

function usesCel(document: unknown): boolean | undefined {
  const answer = vetted(document);
  return answer.kind === "ok" ? answer.usesCel : undefined;
}

test("a package whose own tests pass may be used, and says whether it needs CEL", () => {
  assert.deepEqual(usesCel(spec), true);
  const isNative = ({ check }: { readonly check: string }) => check !== "cel";
  const isOfCel = ({ expect }: typeof spec) => expect.some(({ code }: typeof spec) => code === "rule.violated");
  const native = {
    ...spec,
    rules: spec.rules.filter(isNative),
    tests: spec.tests.filter((each: typeof spec) => !isOfCel(each)),
  };
  assert.deepEqual(usesCel(native), false);
  const { rules: _, ...bare } = native;
  const tests = native.tests.filter(({ expect }: typeof spec) =>
    expect.every(
      ({ code }: typeof spec) => !["output-field.duplicate", "sample.value-type", "field.value"].includes(code),
    ),
  );
  assert.deepEqual(usesCel({ ...bare, tests }), false);
});

test("a broken package is refused with all of its problems, and the first of them is the reason", () => {
  const one = vetted({ ...spec, title: 5 });
  assert.ok(one.kind === "refused");
  assert.match(one.reason, /^1 problem: spec\.shape at "\/title": ./);
  assert.deepEqual(
    one.problems.map(({ code, at }) => [code, at]),
    [["spec.shape", "/title"]],
  );

  const two = vetted({ ...spec, title: 5, version: "first" });
  assert.ok(two.kind === "refused");
  assert.match(two.reason, /^2 problems: spec\.shape at "\/version": ./);
  assert.equal(two.problems.length, 2);
});

test("a broken package with rules in CEL is refused for what is broken, not for using CEL", () => {
  const refused = vetted({ ...spec, rules: [...spec.rules, spec.rules[0]] });
  assert.ok(refused.kind === "refused");
  assert.deepEqual(
    refused.problems.map(({ code }) => code),
    ["spec.duplicate"],
  );
});

test("a package whose rules in CEL fail its own tests is refused", () => {
  const rules = spec.rules.map((rule: { readonly check: string }) =>
    rule.check === "cel" ? { ...rule, assert: "true" } : rule,
  );
  const refused = vetted({ ...spec, rules });
  assert.ok(refused.kind === "refused");
  assert.deepEqual(new Set(refused.problems.map(({ code }) => code)), new Set(["spec.test-failed"]));
});

test("a package of another product or another domain is refused", () => {
  for (const [other, expected] of [
    [{ ...domain, targetProduct: "mintdata" }, "mintdata/generator-option"],
    [{ ...domain, domainId: "another-option" }, "datamint/another-option"],
  ] as const) {
    const refused = vetted(spec, other);
    assert.ok(refused.kind === "refused");
    assert.ok(refused.reason.includes(`for "${expected}", found "datamint/generator-option"`), refused.reason);
    assert.deepEqual(refused.problems, []);
  }
});
