import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const root = join(import.meta.dirname, "..");

test("all packages have one version, and need each other in exactly that version", () => {
  const { version } = readManifest("packages/server/package.json");
  assert.equal(readManifest("server.json").version, version, "server.json");
  for (const file of globSync("{,packages/*/}package.json", { cwd: root })) {
    const { dependencies = {}, devDependencies = {}, ...own } = readManifest(file);
    if (file !== "package.json") assert.equal(own.version, version, file);
    const needed = Object.entries({ ...dependencies, ...devDependencies }).filter(([name]) =>
      name.startsWith("@assay/"),
    );
    assert.deepEqual(
      needed.filter(([, one]) => one !== version),
      [],
      file,
    );
  }
});

function readManifest(file: string) {
  return JSON.parse(readFileSync(join(root, file), "utf8"));
}
