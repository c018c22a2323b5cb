import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { startService } from "../auth/start-service-with-identity.ts";

const root = join(import.meta.dirname, "../..");
const guide = readFileSync(join(root, "docs/guides/agents.md"), "utf8");
const findBlocks = (language: string) =>
  [...guide.matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, "g"))].map(([, block = ""]) => block);

test("the program in the guide lists the domains", async () => {
  await using service = await startService();
  const [program = ""] = findBlocks("ts");
  const adapted = program.replaceAll("https://assay.example", service.url);
  const script = `${adapted}\nconsole.log(JSON.parse(content[0].text).domains[0].domainId);\nawait client.close();`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script], {
    cwd: root,
    env: { ...process.env, ASSAY_KEY: await service.createKey() },
  });
  assert.equal(stdout.trim(), "generator-option");
});
