import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { mcpTools } from "@assay/contract";
import { startService } from "../auth/service.ts";

const root = join(import.meta.dirname, "../..");
const guide = readFileSync(join(root, "docs/guides/agents.md"), "utf8");
const blocks = (language: string) =>
  [...guide.matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, "g"))].map(([, block = ""]) => block);

test("the program of the guide lists the domains", async () => {
  await using service = await startService();
  const [program = ""] = blocks("ts");
  const moved = program.replaceAll("https://assay.example", service.url);
  const script = `${moved}\nconsole.log(structuredContent.domains[0].domainId);\nawait client.close();`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script], {
    cwd: root,
    env: { ...process.env, ASSAY_KEY: await service.newKey() },
  });
  assert.equal(stdout.trim(), "generator-option");
});

test("every setting of the guide is JSON, and leads to /mcp with a key that stands elsewhere", () => {
  const settings = blocks("json")
    .map((block) => JSON.parse(block))
    .filter((block) => "servers" in block || "mcpServers" in block);
  assert.equal(settings.length, 3);
  for (const { servers, mcpServers } of settings) {
    const { url, headers } = (servers ?? mcpServers).assay;
    assert.equal(url, "https://assay.example/mcp");
    assert.match(headers.Authorization, /^Bearer \$\{[a-zA-Z_:-]+\}$/);
  }
});

test("the guide names every tool and its capability", () => {
  for (const { name } of mcpTools) assert.ok(guide.includes(`| \`${name}\` | \`<service>.${name}\` |`), name);
});

test("server.json describes a remote that needs a secret Authorization header", () => {
  const server = JSON.parse(readFileSync(join(root, "server.json"), "utf8"));
  const { version } = JSON.parse(readFileSync(join(root, "packages/server/package.json"), "utf8"));
  assert.match(server.$schema, /\/schemas\/2025-12-11\/server\.schema\.json$/);
  assert.match(server.name, /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
  assert.ok(server.description.length <= 100, String(server.description.length));
  assert.equal(server.version, version);
  const [{ type, url, headers }] = server.remotes;
  assert.deepEqual([type, url], ["streamable-http", "https://assay.example/mcp"]);
  const [{ name, isRequired, isSecret, value }] = headers;
  assert.deepEqual([name, isRequired, isSecret, value], ["Authorization", true, true, undefined]);
});

test("a skill has the name of its folder, and names tools and members that there are", () => {
  for (const folder of readdirSync(join(root, "skills"))) {
    const skill = readFileSync(join(root, "skills", folder, "SKILL.md"), "utf8");
    const [, head = "", body = ""] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(skill) ?? [];
    const fields = Object.fromEntries(head.split("\n").map((line) => line.split(/: (.*)/s)));
    assert.equal(fields.name, folder);
    assert.match(folder, /^[a-z0-9]+(-[a-z0-9]+)*$/);
    assert.ok(fields.description.length <= 1_024 && body.split("\n").length < 500);
    for (const { name } of mcpTools) assert.ok(body.includes(`\`${name}\``), name);
    for (const word of ["repair.patch", "owner-decision", "product-team", "submission.url", "20 calls"])
      assert.ok(body.includes(word), word);
  }
});
