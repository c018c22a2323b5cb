import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import type { Json, JsonObject, Rule, Verdict } from "@assay/contract";
import { candidateFile, registryFile, specFile } from "@assay/testing/cases/golden-cases";
import { engine } from "@assay/testing/cases/run-case";
import { sha256 } from "@assay/testing/sha256";
import { createEngine, snapshotRegistry } from "../index.ts";

const registry = snapshotRegistry(registryFile());
const datamint = JSON.parse(new TextDecoder().decode(specFile("datamint/generator-option/1.0.0"))) as JsonObject;
const loyaltyCard = candidateFile("loyalty-card") as JsonObject;

/** A package without rules but this one, whose records may hold anything. */
function judge(rule: Partial<Rule> & { readonly assert: string }, candidate: Json): Verdict {
  const { tests, rules, ...rest } = datamint;
  const [accepted, , refused] = tests as readonly Json[];
  const document = {
    ...rest,
    rules: [{ id: "mine", check: "cel", at: "", message: "No.", ...rule }],
    tests: [accepted, refused],
  };
  const compiled = engine.compileSpec(new TextEncoder().encode(JSON.stringify(document)));
  assert.ok(compiled.kind === "ok", JSON.stringify(compiled));
  return engine.validate({ spec: compiled.spec, registry, candidate });
}

function codes({ diagnostics }: Verdict): readonly string[] {
  return diagnostics.map(({ code, path }) => `${code} ${path}`);
}

test("members are members, whatever they are called", () => {
  const names = ["$typeName", "constructor", "__proto__", "toString", "hasOwnProperty", "self", "@result"];
  const record = JSON.parse(`{${names.map((name) => `${JSON.stringify(name)}: "x"`).join(", ")}, "$unknown": null}`);
  const candidate = { ...loyaltyCard, sampleRecords: [record, record, record] };
  for (const name of names) {
    const there = judge(
      { assert: `self.sampleRecords.all(r, !(${JSON.stringify(name)} in r) || r[${JSON.stringify(name)}] == 'x')` },
      candidate,
    );
    assert.deepEqual(codes(there), [], name);
    const has = judge({ assert: `self.sampleRecords.all(r, size(r) == 4 || ${JSON.stringify(name)} in r)` }, candidate);
    assert.deepEqual(codes(has), [], name);
    const absent = judge({ assert: `!self.sampleRecords.exists(r, ${JSON.stringify(name)} in r)` }, candidate);
    assert.deepEqual(codes(absent), ["rule.violated "], name);
    assert.deepEqual(
      codes(judge({ assert: `!self.sampleRecords.exists(r, ${JSON.stringify(name)} in r)` }, loyaltyCard)),
      [],
      name,
    );
  }
});

test("a member that is null is there", () => {
  const candidate = { ...loyaltyCard, sampleRecords: [{ note: null }] };
  assert.deepEqual(
    codes(judge({ assert: "self.sampleRecords.all(r, !('note' in r) || r.note == null)" }, candidate)),
    [],
  );
  assert.deepEqual(codes(judge({ assert: "self.sampleRecords.all(r, !has(r.note))" }, candidate)), ["rule.violated "]);
});

test("whatever stands where a rule expects something else, the verdict says so and nothing is thrown", () => {
  const rule = {
    assert: "self.outputFields.all(f, f.name != '' && size(self.sampleRecords) > 0 && self.owner.kind != 'x')",
  };
  const others: readonly Json[] = [7, -0, 1.5, "text", true, null, [], {}, [[]], [7], [null], { 0: "x", length: 3 }];
  for (const value of others) {
    for (const member of ["outputFields", "sampleRecords", "owner"]) {
      const verdict = judge(rule, { ...loyaltyCard, [member]: value });
      assert.equal(verdict.valid, false, `${member}: ${JSON.stringify(value)}`);
      assert.ok(!codes(verdict).some((code) => code.startsWith("check.failed")), JSON.stringify(codes(verdict)));
    }
    assert.equal(judge(rule, value).valid, false);
  }
});

test("a list of ten thousand is cut where the schema ends it, and the rule that reads it is skipped with that reason", () => {
  const records = Array.from({ length: 10_000 }, (_, index) => ({ n: index }));
  const verdict = judge(
    { assert: "size(self.sampleRecords.map(r, r)) == size(self.sampleRecords)" },
    { ...loyaltyCard, sampleRecords: records },
  );
  assert.deepEqual(codes(verdict), ["list.length /sampleRecords"]);
  assert.deepEqual(verdict.checks.skipped, [
    { check: "mine", because: { code: "list.length", path: "/sampleRecords" } },
  ]);
});

test("numbers keep their values: whole ones are ints, others doubles, and both compare", () => {
  const numbers = [0, -1, 7, 1.5, 1e15, -1e15, 0.1];
  for (const number of numbers) {
    const candidate = { ...loyaltyCard, sampleRecords: [{ n: number }] };
    assert.deepEqual(
      codes(judge({ assert: `self.sampleRecords.all(r, !has(r.n) || r.n == ${number})` }, candidate)),
      [],
    );
    assert.deepEqual(
      codes(
        judge(
          {
            assert: `self.sampleRecords.all(r, !has(r.n) || double(r.n) < ${number} + 0.5)`.replace(
              `${number} + 0.5`,
              `double(${number}) + 0.5`,
            ),
          },
          candidate,
        ),
      ),
      [],
    );
  }
});

test("times are those of UTC, whatever the machine's own zone", () => {
  const script = `
    import { createMeteredCel } from "./src/cel/metered.ts";
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

test("an engine without CEL refuses a package that needs it, and says what to do", () => {
  const compiled = createEngine({ sha256 }).compileSpec(specFile("datamint/generator-option/1.0.0"));
  assert.ok(compiled.kind === "broken");
  assert.deepEqual(
    compiled.problems.map(({ code, at }) => `${code} ${at}`),
    ["4", "5", "6"].map((index) => `spec.cel-unavailable /rules/${index}/check`),
  );
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
