import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { rulesFile, withoutPrometheus } from "./prometheus.ts";

const testFile = rulesFile.replace(/\.yaml$/, ".test.yaml");

test("the alert rules do what their tests for promtool say", { skip: withoutPrometheus }, () => {
  for (const args of [
    ["check", "rules", "--lint-fatal", rulesFile],
    ["test", "rules", testFile],
  ]) {
    const { status, stdout, stderr } = spawnSync("promtool", args, { encoding: "utf8" });
    assert.equal(status, 0, `${stdout}${stderr}`);
  }
});
