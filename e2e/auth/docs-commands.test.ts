import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempDisposableSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { startService } from "./service.ts";

// What differs between Datamint in the sandbox and the Datamint of the examples: its addresses, and when it was asked.
const passing = new Set(["evidence", "specPackageUrl", "submissionUrl", "registryUrl", "url"]);

test("the commands on the API page work with the file that is shown, and get the answers that are shown", async () => {
  await using service = await startService();
  const page = await fetch(`${service.url}/docs/api.md`, { headers: { connection: "close" } });
  const shown = (await page.text()).split("\n## ").flatMap((part) => {
    const json = "```json\\n([\\s\\S]*?)\\n```\\n\\n";
    const file = `(?:\`draft.json\`:\\n\\n${json})?`;
    const found = new RegExp(`${file}\`\`\`sh\\n([^\`]*)\\n\`\`\`\\n\\n${json}`).exec(part);
    const [, draft, command, answer] = found ?? [];
    return command !== undefined && answer !== undefined ? [{ command, draft, answer }] : [];
  });
  assert.equal(shown.length, 3);
  const key = await service.newKey();
  using folder = mkdtempDisposableSync(join(tmpdir(), "assay-docs-"));
  for (const { command, draft, answer } of shown) {
    if (draft !== undefined) writeFileSync(join(folder.path, "draft.json"), draft);
    const said = await run(command, folder.path, key);
    assert.deepEqual(JSON.parse(said, lasting), JSON.parse(answer, lasting), command);
  }
});

function lasting(name: string, value: unknown): unknown {
  return passing.has(name) ? undefined : value;
}

// Not synchronously: the service answers from this process.
async function run(command: string, cwd: string, key: string): Promise<string> {
  const env = { ...process.env, KEY: key };
  const { stdout } = await promisify(execFile)("bash", ["-e", "-c", command], { cwd, env });
  return stdout;
}
