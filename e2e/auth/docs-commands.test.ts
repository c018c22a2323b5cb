import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempDisposableSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { startService } from "./start-service-with-identity.ts";

// Properties whose values in the sandbox differ from those on the page: URLs and the registry.
const varyingNames = new Set(["registry", "specPackageUrl", "submissionUrl", "registryUrl", "url"]);

test("the commands on the API page work as shown, and return the answers shown there", async () => {
  await using service = await startService();
  const page = await fetch(`${service.url}/docs/api.md`, { headers: { connection: "close" } });
  const examples = (await page.text()).split("\n## ").flatMap((part) => {
    const json = "```json\\n([\\s\\S]*?)\\n```\\n";
    const file = `(?:\`draft.json\`:\\n\\n${json}\\n)?`;
    const match = new RegExp(`${file}\`\`\`sh\\n([^\`]*)\\n\`\`\`\\n\\n${json}`).exec(part);
    const [, draft, command, answer] = match ?? [];
    return command !== undefined && answer !== undefined ? [{ command, draft, answer }] : [];
  });
  assert.equal(examples.length, 3);
  const key = await service.createKey();
  using folder = mkdtempDisposableSync(join(tmpdir(), "assay-docs-"));
  for (const { command, draft, answer } of examples) {
    if (draft !== undefined) writeFileSync(join(folder.path, "draft.json"), draft);
    const output = await run(command, folder.path, key);
    const expected: unknown = JSON.parse(answer, dropVaryingValues);
    assert.deepEqual(trimLikePage(JSON.parse(output, dropVaryingValues), expected), expected, command);
  }
});

function dropVaryingValues(name: string, value: unknown): unknown {
  return varyingNames.has(name) ? undefined : value;
}

/** Shortens the strings and arrays of an answer where the page replaces their ends with an ellipsis. */
function trimLikePage(value: unknown, pageValue: unknown): unknown {
  if (typeof pageValue === "string" && pageValue.endsWith("…")) {
    return typeof value !== "string" || value.startsWith(pageValue.slice(0, -1)) ? pageValue : value;
  }
  if (Array.isArray(value) && Array.isArray(pageValue) && pageValue.at(-1) === "…") {
    return [...value.slice(0, pageValue.length - 1).map((item, index) => trimLikePage(item, pageValue[index])), "…"];
  }
  if (typeof value !== "object" || value === null || typeof pageValue !== "object" || pageValue === null) return value;
  const entries = Object.entries(value).map(([name, item]) => [name, trimLikePage(item, Reflect.get(pageValue, name))]);
  return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries);
}

// The synchronous `execFileSync` would block the service, which runs in this process.
async function run(command: string, cwd: string, key: string): Promise<string> {
  const env = { ...process.env, KEY: key };
  const { stdout } = await promisify(execFile)("bash", ["-e", "-c", command], { cwd, env });
  return stdout;
}
