import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { hash } from "node:crypto";
import {
  appendFileSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import type { SpecPackage } from "@assay/contract";
import { printFigure } from "@assay/testing/print-figure";
import { install, recordFiles } from "./install-packages.ts";
import { listPackages } from "./release-folder.ts";

const project = realpathSync(mkdtempSync(join(tmpdir(), "assay-cold-")));
after(() => rmSync(project, { recursive: true }));
const main = join(project, "node_modules/@assay/cli/dist/main.js");
const contract = join(import.meta.dirname, "../../packages/contract");
const rules = join(contract, "spec-packages/datamint/generator-option/1.0.0.json");
const candidate = join(contract, "cases/candidates/loyalty-card.json");
const registry = join(contract, "cases/registries/empty.json");
const cacheEnv = { PATH: process.env.PATH, XDG_CACHE_HOME: join(project, "cache") };
const localOptions = (specPackage: string) => ["--local", "--spec-package", specPackage, "--registry", registry];

before(() => {
  install(
    project,
    listPackages().filter(({ name }) => ["@assay/cli", "@assay/contract"].includes(name)),
  );
  const document = JSON.parse(readFileSync(rules, "utf8")) as Pick<SpecPackage, "rules" | "tests">;
  const withoutCel = {
    ...document,
    rules: document.rules?.filter(({ check }) => check !== "cel"),
    tests: document.tests.filter(({ expect }) => expect.every(({ code }) => code !== "rule.violated")),
  };
  writeFileSync(join(project, "without-cel.json"), JSON.stringify(withoutCel));
});

test("the command line works with only five other packages installed", () => {
  const installed = globSync("node_modules/{@*/*,[!@.]*}/package.json", { cwd: project });
  assert.equal(installed.length, 1 + 5, installed.join(", "));
  const commands = [
    ["explain", "field.missing"],
    ["check", candidate, ...localOptions(rules)],
    ["build", candidate, "-o", "größe.json", ...localOptions(rules)],
    ["verify", "größe.json", ...localOptions(rules).slice(1)],
    ["spec", "init", "first.json"],
    ["spec", "check", "first.json"],
    ["spec", "test", "first.json"],
    ["spec", "diff", "first.json", "first.json"],
  ];
  for (const args of commands) recordFiles(project, main, ...args);
});

test("a command loads only what it needs: the engine for local checks, and CEL for rules in CEL", () => {
  const listFiles = (...args: readonly string[]) => recordFiles(project, main, ...args);
  const has = (files: readonly string[], part: string) => files.some((url) => url.includes(`/dist/${part}-`));
  const explain = listFiles("explain", "field.missing");
  const check = listFiles("check", candidate, ...localOptions(rules));
  const withoutCel = listFiles("check", candidate, ...localOptions("without-cel.json"));
  const specCheck = listFiles("spec", "check", rules);
  const loaded = [explain, check, withoutCel, specCheck].map((files) =>
    ["engine", "cel"].filter((part) => has(files, part)),
  );
  assert.deepEqual(loaded, [[], ["engine", "cel"], ["engine"], ["engine", "cel"]]);
  for (const [name, files, bar] of [
    ["assay --version", listFiles("--version"), 3],
    ["assay explain", explain, 8],
    ["assay check --local", check, 16],
    ["assay check --local, without rules in CEL", withoutCel, 14],
  ] as const) {
    printFigure(`files that ${name} loads`, files.length, bar);
    assert.ok(files.length <= bar, files.join("\n"));
  }
});

test("a package that this engine has tried is not tried again, except for its authors", () => {
  const document = JSON.parse(readFileSync(rules, "utf8")) as Pick<SpecPackage, "tests">;
  const failing = JSON.stringify({ ...document, tests: document.tests.map((written) => ({ ...written, expect: [] })) });
  writeFileSync(join(project, "failing.json"), failing);
  rmSync(cacheEnv.XDG_CACHE_HOME, { recursive: true, force: true });
  const folder = join(cacheEnv.XDG_CACHE_HOME, "assay");
  const run = (...args: readonly string[]) => spawnSync(process.execPath, args, { cwd: project, env: cacheEnv }).status;
  const check = (specPackage: string) => run(main, "check", candidate, ...localOptions(specPackage));
  assert.equal(check("failing.json"), 2);
  assert.equal(check(rules), 0);
  const [list = "", ...others] = readdirSync(folder);
  assert.deepEqual(
    [readFileSync(join(folder, list), "utf8"), others],
    [`${hash("sha256", readFileSync(rules))}\n`, []],
  );
  // As if the package had passed its trial.
  writeFileSync(join(folder, list), hash("sha256", failing));
  assert.equal(check("failing.json"), 0);
  for (const command of ["check", "test"]) assert.equal(run(main, "spec", command, "failing.json"), 1);
  const source = join(import.meta.dirname, "../../packages/cli/src/main.ts");
  const fromSource = run("--conditions=assay-source", source, "check", candidate, ...localOptions("failing.json"));
  assert.equal(fromSource, 2, "sources");
  const engine = globSync("engine-*.js", { cwd: dirname(main) }).map((name) => join(dirname(main), name));
  for (const file of engine) appendFileSync(file, "\n");
  assert.equal(check("failing.json"), 2, "another engine");
});
