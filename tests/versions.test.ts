import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { findReleaseFault } from "../scripts/release/repository.ts";

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

test("a release needs the URL of the repository, and the digest of the base image in the Dockerfile", () => {
  const url = "https://git.example/owner/assay";
  const image = /^FROM (\S+?)(?:@\S+)? AS build$/m.exec(readText("Dockerfile"))?.[1];
  const release = (digest: string, repositoryUrl = url) =>
    findReleaseFault(url, `ARG A\nFROM ${image}${digest} AS build\nFROM scratch\n`, repositoryUrl);
  assert.equal(release(`@sha256:${"0".repeat(64)}`), undefined);
  for (const digest of ["", "@", "@sha256:", `@sha256:${"0".repeat(63)}`]) {
    assert.match(release(digest) ?? "", /digest.*Dockerfile/, digest);
  }
  for (const other of ["", `${url}2`]) assert.match(release(`@sha256:${"0".repeat(64)}`, other) ?? "", /repositoryUrl/);
});

test("a release publishes its checksums and its bills of materials, and its image has the reviewed base", () => {
  const workflow = readText(".github/workflows/release.yml");
  assert.match(workflow, /gh release create .* SHA256SUMS \*\.cdx\.json/);
  assert.doesNotMatch(workflow, /--build-arg|node:\d/);
});

function readManifest(file: string) {
  return JSON.parse(readText(file));
}

function readText(file: string) {
  return readFileSync(join(root, file), "utf8");
}
