import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, mkdtempDisposableSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";

const root = join(import.meta.dirname, "../..");

test("a change of one package gives all packages the same next version", () => {
  using copy = mkdtempDisposableSync(join(tmpdir(), "assay-versions-"));
  for (const file of ["package-lock.json", ".changeset/config.json", ...manifests(root)]) {
    mkdirSync(dirname(join(copy.path, file)), { recursive: true });
    cpSync(join(root, file), join(copy.path, file));
  }
  const changeset = (...args: readonly string[]) =>
    execFileSync(join(root, "lab/node_modules/.bin/changeset"), args, { cwd: copy.path, stdio: "pipe" });
  const { version } = manifest(root, "packages/server/package.json");
  const [major, minor] = version.split(".").map(Number);
  execFileSync("git", ["init", "--quiet", "--initial-branch=main"], { cwd: copy.path });
  changeset("add", "--minor", "@assay/engine", "--message", "A new check.");
  changeset("version");
  hasVersion(copy.path, `${major}.${minor + 1}.0`);
});

function hasVersion(folder: string, version: string): void {
  for (const file of manifests(folder)) {
    const { dependencies = {}, devDependencies = {}, ...own } = manifest(folder, file);
    if (file !== "package.json") assert.equal(own.version, version, file);
    const ours = Object.entries({ ...dependencies, ...devDependencies }).filter(([name]) => name.startsWith("@assay/"));
    assert.deepEqual(
      ours.filter(([, needed]) => needed !== version),
      [],
      file,
    );
  }
}

function manifests(folder: string): readonly string[] {
  return globSync("{,packages/*/}package.json", { cwd: folder });
}

function manifest(folder: string, file: string) {
  return JSON.parse(readFileSync(join(folder, file), "utf8"));
}
