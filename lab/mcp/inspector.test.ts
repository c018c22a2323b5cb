import assert from "node:assert/strict";
import { exec } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { type Service, startService } from "../../e2e/auth/service.ts";
import { guideLines, testClient } from "../../e2e/mcp/test-clients.ts";
import { inspectors } from "./inspector.ts";

let service: Service;
before(async () => {
  service = await startService();
});
after(() => service[Symbol.asyncDispose]());

for (const client of inspectors) testClient(client, () => service);

test("the commands of the guide for the inspector work as printed", async () => {
  const commands = guideLines.filter((line) => line.startsWith("npx @modelcontextprotocol/inspector"));
  assert.equal(commands.length, 2);
  const home = mkdtempSync(join(tmpdir(), "assay-inspector-"));
  try {
    for (const command of commands) {
      // The same version, as it is installed here.
      const installed = command.replace("npx @modelcontextprotocol/inspector@2.12.0", "npx mcp-inspector");
      const { stdout } = await promisify(exec)(installed.replace("https://assay.example", service.url), {
        cwd: import.meta.dirname,
        env: { ...process.env, HOME: home, ASSAY_KEY: await service.newKey() },
      });
      assert.match(
        stdout,
        command.includes("tools/list") ? /"name": "validateProposal"/ : /"domainId": "generator-option"/,
      );
    }
  } finally {
    rmSync(home, { recursive: true });
  }
});
