import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempDisposableSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { printFigure } from "@assay/testing/print-figure";

const source = readFileSync(join(import.meta.dirname, "../deploy/systemd/assay@.service"), "utf8");
const systemdSkipReason = spawnSync("systemd-analyze", ["--version"]).error !== undefined && "systemd is not installed";

test("systemd accepts the unit, and rates its exposure below 2 out of 10", { skip: systemdSkipReason }, () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), "assay-unit-"));
  const unit = join(folder.path, "assay@.service");
  // systemd requires that the program exists.
  writeFileSync(unit, source.replace("/usr/bin/node", process.execPath));
  const analyze = (...args: readonly string[]) => spawnSync("systemd-analyze", [...args, unit], { encoding: "utf8" });
  const { status, stderr } = analyze("verify");
  assert.deepEqual([status, stderr], [0, ""]);
  const [, exposure = ""] =
    /Overall exposure level.*: ([\d.]+)/.exec(analyze("security", "--offline=true").stdout) ?? [];
  printFigure("exposure of the unit, by systemd-analyze security", exposure, "2 of 10");
  assert.ok(exposure !== "" && Number(exposure) < 2, exposure);
});
