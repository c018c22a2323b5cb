import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { printFigure } from "@assay/testing/print-figure";
import { startService } from "../../e2e/http/start-service.ts";

const suite = fileURLToPath(
  new URL("dist/index.js", import.meta.resolve("@modelcontextprotocol/conformance/package.json")),
);

for (const revision of ["2026-07-28", "2025-11-25"]) {
  test(`every conformance check of revision ${revision} passes, except checks that need the suite's fixtures`, async () => {
    // Without authentication, because the suite cannot send a key.
    await using service = await startService();
    const folder = mkdtempSync(join(tmpdir(), "assay-conformance-"));
    try {
      const baseline = join(import.meta.dirname, `conformance/${revision}.yml`);
      const args = ["server", "--url", `${service.url}/mcp`, "--requirements", revision, "-o", folder];
      const child = spawn(process.execPath, [suite, ...args, "--expected-failures", baseline]);
      const [output, , [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
      // The suite exits with an error if another check fails, or if a check in the baseline passes.
      assert.equal(code, 0, output.slice(output.indexOf("=== SUMMARY")));

      const checks = globSync("*/checks.json", { cwd: folder }).flatMap(
        (file) => JSON.parse(readFileSync(join(folder, file), "utf8")) as { readonly status: string }[],
      );
      const passed = checks.filter(({ status }) => status === "SUCCESS").length;
      printFigure(`conformance ${revision}: checks passed`, passed, "all that do not need a fixture");
      assert.ok(passed > 30);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}
