import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { figure } from "@assay/testing/figure";
import { startService } from "../../e2e/http/service.ts";

const suite = fileURLToPath(
  new URL("dist/index.js", import.meta.resolve("@modelcontextprotocol/conformance/package.json")),
);

for (const revision of ["2026-07-28", "2025-11-25"]) {
  test(`every check of revision ${revision} that needs no fixture of the suite passes`, async () => {
    // The suite has no way to send a key.
    await using service = await startService();
    const folder = mkdtempSync(join(tmpdir(), "assay-conformance-"));
    try {
      const baseline = join(import.meta.dirname, `conformance/${revision}.yml`);
      const args = ["server", "--url", `${service.url}/mcp`, "--requirements", revision, "-o", folder];
      const run = spawn(process.execPath, [suite, ...args, "--expected-failures", baseline]);
      const [printed, , [code]] = await Promise.all([text(run.stdout), text(run.stderr), once(run, "close")]);
      // It ends badly when anything else fails, and when something passes that is listed as failing.
      assert.equal(code, 0, printed.slice(printed.indexOf("=== SUMMARY")));

      const checks = globSync("*/checks.json", { cwd: folder }).flatMap(
        (file) => JSON.parse(readFileSync(join(folder, file), "utf8")) as { readonly status: string }[],
      );
      const passed = checks.filter(({ status }) => status === "SUCCESS").length;
      figure(`conformance ${revision}: checks passed`, passed, "all that need no fixture");
      assert.ok(passed > 30);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}
