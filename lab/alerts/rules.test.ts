import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";

const rulesFile = join(import.meta.dirname, "../../deploy/prometheus/assay-rules.yaml");
const skip = spawnSync("promtool", ["--version"]).status === 0 ? false : "Prometheus is not installed";

test("the alert rules pass promtool's linter and their own tests", { skip }, () => {
  for (const args of [
    ["check", "rules", "--lint-fatal", rulesFile],
    ["test", "rules", rulesFile.replace(/\.yaml$/, ".test.yaml")],
  ]) {
    const { status, stdout, stderr } = spawnSync("promtool", args, { encoding: "utf8" });
    assert.equal(status, 0, `${stdout}${stderr}`);
  }
});
