import assert from "node:assert/strict";
import { execSync, spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { followPage } from "@assay/testing/pages/follow-page";
import { followSteps } from "@assay/testing/pages/follow-steps";
import { parseSteps } from "@assay/testing/pages/parse-steps";
import { recordedPages } from "@assay/testing/pages/recorded-pages";

const root = join(import.meta.dirname, "..");
const read = (page: string) => readFileSync(join(root, page), "utf8");
const hasPython = spawnSync("python3", ["--version"]).status === 0;
const hasScript = /util-linux/.test(spawnSync("script", ["--version"], { encoding: "utf8" }).stdout ?? "");
const noTerminal = !hasScript && "script(1) from util-linux, which provides a terminal for commands, is not installed";

// dev-flow.deep.test.ts follows the pages that need `npm run dev`; e2e/packed follows the guides for operators.
const pagesTestedElsewhere = ["docs/guides/run-one-instance.md", "docs/guides/run-a-fleet.md"];
const pages = globSync(["*.md", "docs/**/*.md", "examples/*/*.md", "packages/*/*.md"], { cwd: root });
const findPages = (kind: string) =>
  pages.filter((page) => !pagesTestedElsewhere.includes(page) && read(page).includes(`\n\`\`\`${kind}\n`)).sort();

test("the tests below follow every page with commands", () => {
  assert.deepEqual(findPages("console"), ["docs/reference/verify.md", "examples/mcp-registry/README.md"]);
  assert.deepEqual(findPages("console steps"), [
    "docs/guides/for-product-teams.md",
    "examples/product-python/README.md",
  ]);
  assert.deepEqual(findPages("console terminal"), [...recordedPages].sort());
});

describe("a reader who runs the commands of a page", { concurrency: true }, () => {
  for (const page of findPages("console")) {
    for (const step of parseSteps(read(page), "console")) {
      if (step.kind !== "run") continue;
      test(`sees the output that ${page} shows: ${step.command}`, () => {
        assert.equal(execSync(step.command, { cwd: root, encoding: "utf8" }).trimEnd(), step.expected);
      });
    }
  }
  for (const page of findPages("console steps")) {
    const skip = page.includes("python") && !hasPython && "python3 is not installed";
    test(`sees the output that ${page} shows`, { skip }, async () => {
      for await (const { command, expected, printed } of followSteps(read(page)))
        assert.equal(printed, expected, command);
    });
  }
  for (const page of recordedPages) {
    test(`sees exactly the terminal output that ${page} shows`, { skip: noTerminal }, async () => {
      const text = read(page);
      assert.equal(await followPage(text), text, "If the change is intended, run scripts/record-pages.ts");
    });
  }
});
