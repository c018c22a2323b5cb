import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { run } from "@assay/cli/run";
import { goldenCases, isReadingCase, specBytes } from "@assay/testing/cases/golden-cases";
import { figure } from "@assay/testing/figure";
import { scaled } from "@assay/testing/scale";
import { createTestIo } from "../../cli/test-io.ts";
import { noBrowser, openBrowser } from "../open-browser.ts";
import { startStack } from "../workbench/start-stack.ts";
import { openWatched } from "../workbench/watched-page.ts";
import { checkedRules, pasteRules, shownProblems, shownTests } from "./rules-page.ts";

test("the page shows of every test what assay spec test says, and no tick for one that did not run", {
  skip: noBrowser,
}, async (t) => {
  await using stack = await startStack();
  const browser = await openBrowser();
  t.after(() => browser.close());
  const { page, faults } = await openWatched(browser, `${stack.url}/rules`);
  await checkedRules(page);
  const packages = fixturePackages();
  const chosen = packages.filter((_, index) => index % scaled({ ci: Math.ceil(packages.length / 6), full: 1 }) === 0);
  const counts = { passed: 0, failed: 0, "not-run": 0 };
  for (const { name, text } of chosen) {
    const said = await saidBySpecTest(text);
    const title = await pasteRules(page, text);
    assert.equal(title.startsWith("Would be accepted"), said.passed, name);
    const tests = said.tests.map(({ outcome, name }) => ({ outcome, name }));
    assert.deepEqual(await shownTests(page), tests, name);
    const problems = said.problems.map(({ code, at }) => ({ code, at: at === "" ? "the document" : at }));
    assert.deepEqual(await shownProblems(page), problems, name);
    for (const { outcome } of tests) counts[outcome] += 1;
  }
  figure(
    "spec packages with equal tests in the page and on the command line",
    chosen.length,
    `${packages.length} at full scale`,
  );
  figure("tests in them", `${counts.passed} passed, ${counts.failed} failed, ${counts["not-run"]} not run`, "printed");
  assert.ok(counts.passed > 0 && counts["not-run"] > 0);
  assert.deepEqual(faults, []);
});

/** Every spec package of the repository, valid or not, once. Those with failing tests come first. */
function fixturePackages(): readonly { readonly name: string; readonly text: string }[] {
  const cases = goldenCases().flatMap(({ topic, name, content }) =>
    isReadingCase(content) ? [] : [{ name: `${topic}/${name}`, text: readable(specBytes(content)), content }],
  );
  const contract = dirname(fileURLToPath(import.meta.resolve("@assay/contract/package.json")));
  const files = globSync("spec-packages/**/*.json", { cwd: contract }).map((name) => ({
    name,
    text: readFileSync(join(contract, name), "utf8"),
  }));
  const failing = cases.filter(({ content }) => content.problems?.some(({ code }) => code === "spec.test-failed"));
  const all = [...failing, ...files, ...cases].filter(({ text }) => text !== undefined && survives(text));
  return [...new Map(all.map(({ name, text }) => [text, { name, text: text ?? "" }])).values()];
}

function readable(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

// An editor has lines without carriage returns, and a text that is nothing but spaces is nothing to paste.
function survives(text: string | undefined): boolean {
  return text !== undefined && !/[\r\uFEFF]/.test(text) && text.trim() !== "";
}

interface SpecTest {
  readonly passed: boolean;
  readonly tests: readonly { readonly name: string; readonly outcome: "passed" | "failed" | "not-run" }[];
  readonly problems: readonly { readonly code: string; readonly at: string }[];
}

async function saidBySpecTest(text: string): Promise<SpecTest> {
  const terminal = createTestIo("/", { input: text });
  await run(["spec", "test", "-", "--format", "json"], terminal.io);
  return JSON.parse(terminal.out());
}
