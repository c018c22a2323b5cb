import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const root = join(import.meta.dirname, "..");

test("all packages have the same version, and depend on exactly that version of each other", () => {
  const { version } = readManifest("packages/server/package.json");
  assert.equal(readManifest("server.json").version, version, "server.json");
  for (const file of globSync("{,packages/*/}package.json", { cwd: root })) {
    const { dependencies = {}, devDependencies = {}, ...manifest } = readManifest(file);
    if (file !== "package.json") assert.equal(manifest.version, version, file);
    const needed = Object.entries({ ...dependencies, ...devDependencies }).filter(([name]) =>
      name.startsWith("@assay/"),
    );
    assert.deepEqual(
      needed.filter(([, range]) => range !== version),
      [],
      file,
    );
  }
});

test("no dependency runs a script when it is installed", () => {
  const { packages } = readManifest("package-lock.json");
  const withScript = Object.keys(packages).filter((path) => packages[path].hasInstallScript);
  assert.deepEqual(withScript, []);
});

test("workflows, in this repository and in the guides, pin what they run: actions by commit, packages by version", () => {
  for (const file of globSync(["{.github/workflows,docs/**}/*.{yml,md}"], { cwd: root })) {
    const text = readFileSync(join(root, file), "utf8");
    for (const [, version = ""] of text.matchAll(/ uses: [\w/-]+(\S*)/g))
      assert.match(version, /^@[0-9a-f]{40}$/, file);
    for (const [, version = ""] of text.matchAll(/npx @assay\/cli(\S*)/g))
      assert.match(version, /^@\d+\.\d+\.\d+$/, file);
  }
});

function readManifest(file: string) {
  return JSON.parse(readFileSync(join(root, file), "utf8"));
}
