import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { SpecPackage } from "@assay/contract";
import { timingFigure } from "@assay/testing/timing-figure";
import { aCandidate } from "../http/service.ts";
import { assayCommand, contractFile, setUpDesk } from "./assay.ts";

const [node = "", ...main] = assayCommand;

test("the version is printed nearly as fast as Node starts", () => {
  const timeOf = (args: readonly string[]) => {
    const begin = performance.now();
    execFileSync(node, args);
    return performance.now() - begin;
  };
  // In turns, so that what else the machine does slows both.
  const pairs = Array.from({ length: 9 }, () => [timeOf([...main, "--version"]), timeOf(["-e", "0"])] as const);
  const version = Math.min(...pairs.map(([time]) => time));
  const nothing = Math.min(...pairs.map(([, time]) => time));
  timingFigure("assay --version over node -e 0, from source", version / nothing, 2);
});

test("a check without the service loads CEL only for packages that use it", async () => {
  using desk = setUpDesk();
  desk.write("candidate.json", aCandidate());
  const whole = contractFile("spec-packages/datamint/generator-option/1.0.0.json");
  const document = JSON.parse(readFileSync(whole, "utf8")) as Pick<SpecPackage, "rules" | "tests">;
  const withoutCel = {
    ...document,
    rules: document.rules?.filter(({ check }) => check !== "cel"),
    tests: document.tests.filter(({ expect }) => expect.every(({ code }) => code !== "rule.violated")),
  };
  desk.write("without-cel.json", JSON.stringify(withoutCel));
  const registry = contractFile("cases/registries/default.json");
  // Whatever is loaded has to be found first.
  const loads = async (part: string, args: readonly string[]) => {
    const hook = `import { registerHooks } from "node:module"; registerHooks({ resolve(name, context, next) { if (name === "${part}") process.stderr.write("loads it"); return next(name, context); } });`;
    desk.env.NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(hook)}`;
    const { stderr, code } = await desk.assay(...args);
    assert.equal(code, 0, stderr);
    return stderr.includes("loads it");
  };
  const checkWith = (specPackage: string) => {
    return ["check", "candidate.json", "--local", "--spec-package", specPackage, "--registry", registry];
  };
  assert.equal(await loads("./cel/index.ts", checkWith(whole)), true);
  assert.equal(await loads("./cel/index.ts", checkWith("without-cel.json")), false);
  assert.equal(await loads("@assay/client", checkWith(whole)), false);
  assert.equal(await loads("@assay/contract", ["explain", "field.missing"]), true);
  assert.equal(await loads("@assay/engine", ["explain", "field.missing"]), false);
  // The tables of Unicode are for texts that need them.
  assert.equal(await loads("string-width", checkWith(whole)), false);
});
