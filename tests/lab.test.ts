import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { parse } from "yaml";
import { labSuites } from "../lab/suites.ts";

const root = join(import.meta.dirname, "..");
const suites = Object.entries(labSuites);

test("the page of the lab has every suite with its promise, what it needs and its command", () => {
  const rows = suites.map(([name, { promise, needs = [] }]) => {
    const programs = needs.map((program) => `\`${program}\``).join(", ");
    return `| \`${name}\` | ${promise} | ${programs || "-"} | \`bash .ci/run lab ${name}\` |`;
  });
  const page = textOf("lab/README.md");
  assert.deepEqual(
    page.split("\n").filter((line) => line.includes("bash .ci/run lab ") && line.startsWith("|")),
    rows,
  );
});

test("every suite of the lab has files, and every test of the lab has a suite", () => {
  const named = suites.flatMap(([name, { files = [] }]) =>
    files.flatMap((glob) => {
      const found = globSync(glob, { cwd: root });
      assert.notEqual(found.length, 0, `${name}: ${glob}`);
      return found;
    }),
  );
  const tests = globSync("lab/**/*.test.ts", { cwd: root, exclude: ["lab/node_modules/**"] });
  assert.deepEqual(
    tests.filter((file) => !named.includes(file)),
    [],
  );
});

test("the nightly workflow runs every suite of the lab once", () => {
  const groups: readonly string[] = parse(textOf(".github/workflows/lab.yml")).jobs.run.strategy.matrix.suites;
  const run = groups.flatMap((group) => group.split(" "));
  assert.deepEqual(run.sort(), Object.keys(labSuites).sort());
});

test("the lock file of the lab has no addresses to download from", () => {
  assert.doesNotMatch(textOf("lab/package-lock.json"), /"resolved"/);
});

test("every planted fault has a row that names the step which notices it", () => {
  const page = textOf("lab/faults/README.md");
  for (const patch of globSync("*.patch", { cwd: join(root, "lab/faults") }))
    assert.match(
      page,
      new RegExp(`^\\| ${patch.slice(0, 2)} \\|.*\\| (unit|deep|http|cli|mcp|upstream|fleet) \\|$`, "m"),
    );
});

function textOf(file: string): string {
  return readFileSync(join(root, file), "utf8");
}
