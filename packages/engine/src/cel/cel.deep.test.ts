import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { specFile } from "@assay/testing/cases/golden-cases";

const datamint = JSON.parse(new TextDecoder().decode(specFile("datamint/generator-option/1.0.0")));

test("times are those of UTC, whatever the machine's own zone", () => {
  const script = `
    import { createMeteredCel } from "./src/cel/metered-cel.ts";
    import { parse } from "@bufbuild/cel";
    const names = ["FullYear", "Month", "Date", "DayOfMonth", "DayOfWeek", "DayOfYear", "Hours", "Minutes", "Seconds", "Milliseconds"];
    const read = names.map((name) => "timestamp('2026-03-29T02:30:15.250Z').get" + name + "()").join(", ");
    const list = createMeteredCel().compile(parse("[" + read + "]").expr)({}, { left: 1e6 });
    console.log([...list].join(" "));`;
  const readIn = (zone: string) =>
    spawnSync(process.execPath, ["--conditions=assay-source", "--input-type=module-typescript", "-e", script], {
      cwd: join(import.meta.dirname, "../.."),
      env: { ...process.env, TZ: zone },
      encoding: "utf8",
    }).stdout.trim();
  assert.equal(readIn("UTC"), "2026 2 29 28 0 87 2 30 15 250");
  for (const zone of ["Europe/Rome", "Asia/Kolkata", "America/New_York"])
    assert.equal(readIn(zone), readIn("UTC"), zone);
});

test("a package without such rules never loads the library", () => {
  const script = `
    import { registerHooks } from "node:module";
    const loaded = [];
    registerHooks({ resolve: (name, context, next) => { const found = next(name, context); loaded.push(found.url); return found; } });
    const { createEngine } = await import("./src/index.ts");
    const { rules, tests, ...rest } = ${JSON.stringify(datamint)};
    const document = { ...rest, rules: rules.filter(({ check }) => check !== "cel"), tests: tests.slice(0, 8) };
    const engine = createEngine({ sha256: () => "0".repeat(64) });
    const compiled = engine.compileSpec(new TextEncoder().encode(JSON.stringify(document)));
    const without = loaded.some((url) => url.includes("@bufbuild"));
    await import("./src/cel/index.ts");
    console.log(compiled.kind, without, loaded.some((url) => url.includes("@bufbuild")));`;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ["--conditions=assay-source", "--input-type=module-typescript", "-e", script],
    { cwd: join(import.meta.dirname, "../.."), encoding: "utf8" },
  );
  assert.equal(stdout.trim(), "ok false true", stderr);
});
