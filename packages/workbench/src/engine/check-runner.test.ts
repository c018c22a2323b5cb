import assert from "node:assert/strict";
import { test } from "node:test";
import { limits } from "@assay/contract";
import { loadEngineParts } from "@assay/engine/load-parts";
import { candidateFile, goldenCases, isReadingCase, registryFile, specFile } from "@assay/testing/cases/golden-cases";
import { sha256 } from "@assay/testing/sha256";
import { createFakePage } from "../../test/fake-page.ts";
import { readCandidate } from "./read-candidate.ts";

const datamint = specFile("datamint/generator-option/1.0.0");

test("reports syntax errors of the golden cases at the same places as the engine", async () => {
  const page = createFakePage();
  await page.useRules(datamint);
  for (const { content } of goldenCases()) {
    if (!isReadingCase(content) || content.text === undefined) continue;
    const read = readCandidate(content.text);
    const result = await page.check(content.text);
    if (read.kind === "ok") assert.equal(result.kind, "verdict");
    else assert.deepEqual(result, { kind: "unreadable", problem: read });
  }
});

test("accepts a candidate nested as deeply as the service allows inside an envelope", async () => {
  const page = createFakePage();
  await page.useRules(datamint);
  const nestArrays = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
  assert.equal((await page.check(nestArrays(limits.bodyDepth - 1))).kind, "verdict");
  assert.equal((await page.check(nestArrays(limits.bodyDepth))).kind, "unreadable");
});

test("without the product's own registry, looks up no ids and reports no revision", async () => {
  const page = createFakePage();
  await page.useRules(datamint);
  const registry = registryFile();
  const [taken] = registry.entries;
  assert.ok(taken);
  const text = JSON.stringify({ ...(candidateFile("loyalty-card") as object), generatorId: taken.id });
  for (const result of [await page.check(text), await page.checkWith(text, { ...registry, targetProduct: "other" })]) {
    assert.ok(result.kind === "verdict" && result.built.valid && result.revision === undefined);
  }
  const result = await page.checkWith(text, registry);
  assert.ok(result.kind === "verdict" && !result.built.valid && result.revision === registry.revision);
});

test("compares the owner with the caller once the caller is known", async () => {
  const page = createFakePage();
  const rules = JSON.parse(new TextDecoder().decode(datamint));
  rules.owner.mustBeCaller = true;
  await page.useRules(new TextEncoder().encode(JSON.stringify(rules)));
  const candidate = candidateFile("loyalty-card") as { readonly owner: { readonly id: string } };
  const isValidFor = async (subject: string | undefined) => {
    page.send({ kind: "caller", subject });
    const result = await page.check(JSON.stringify(candidate));
    return result.kind === "verdict" && result.built.valid;
  };
  assert.deepEqual(
    [await isValidFor(undefined), await isValidFor("someone-else"), await isValidFor(candidate.owner.id)],
    [true, false, true],
  );
});

test("checks only the newest of several drafts that wait for the rules", async () => {
  const page = createFakePage();
  page.send({ kind: "check", checkId: 1, text: "1" });
  page.send({ kind: "check", checkId: 2, text: "2" });
  await page.useRules(datamint);
  page.send({ kind: "check", checkId: 3, text: "3" });
  await page.waitForMessage(({ kind }) => kind === "checked");
  assert.deepEqual(
    page.received.flatMap((message) => (message.kind === "checked" ? [message.checkId] : [])),
    [3],
  );
});

test("never reports rules as ready if they were replaced during compilation", async () => {
  const page = createFakePage();
  page.send({ kind: "rules", rulesId: 101, current: datamint });
  page.send({ kind: "rules", rulesId: 102, current: datamint });
  await page.waitForMessage(({ kind }) => kind === "rules-ready");
  await new Promise(setImmediate);
  assert.deepEqual(page.received, [{ kind: "rules-ready", rulesId: 102 }]);
});

test("reports the reason for rules that cannot be compiled, and then accepts valid rules", async () => {
  const page = createFakePage();
  for (const text of ["{", "[]", "{}"]) {
    page.send({ kind: "rules", rulesId: 7, current: new TextEncoder().encode(text) });
    const failed = await page.waitForMessage(({ kind }) => kind === "rules-failed");
    assert.ok(failed.kind === "rules-failed" && failed.reason.length > 0, text);
    page.received.length = 0;
  }
  await page.useRules(datamint);
});

test("retries an engine part that failed to load", async () => {
  let attempts = 0;
  const page = createFakePage({
    loadParts: async (packages) => {
      attempts += 1;
      if (attempts === 1) throw new Error("The network is down.");
      return loadEngineParts(sha256, packages);
    },
  });
  page.send({ kind: "rules", rulesId: 7, current: datamint });
  const failed = await page.waitForMessage(({ kind }) => kind === "rules-failed");
  assert.match(JSON.stringify(failed), /network is down/);
  await page.useRules(datamint);
  assert.equal(attempts, 2);
});
