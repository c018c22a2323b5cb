import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";

test("reads times in UTC, regardless of the machine's time zone", () => {
  const script = `
    import { createMeteredCel } from "./src/cel/metered-cel.ts";
    import { createMeter } from "./src/meter.ts";
    import { parse } from "@bufbuild/cel";
    const names = ["FullYear", "Month", "Date", "DayOfMonth", "DayOfWeek", "DayOfYear", "Hours", "Minutes", "Seconds", "Milliseconds"];
    const calls = names.map((name) => "timestamp('2026-03-29T02:30:15.250Z').get" + name + "()").join(", ");
    const list = createMeteredCel().compile(parse("[" + calls + "]").expr)({}, createMeter(1e6));
    console.log([...list].join(" "));`;
  const runInZone = (zone: string) =>
    spawnSync(process.execPath, ["--conditions=assay-source", "--input-type=module-typescript", "-e", script], {
      cwd: join(import.meta.dirname, "../.."),
      env: { ...process.env, TZ: zone },
      encoding: "utf8",
    }).stdout.trim();
  assert.equal(runInZone("UTC"), "2026 2 29 28 0 87 2 30 15 250");
  for (const zone of ["Europe/Rome", "Asia/Kolkata", "America/New_York"])
    assert.equal(runInZone(zone), runInZone("UTC"), zone);
});
