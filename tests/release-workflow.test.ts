import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { parse } from "yaml";
import { publicPackages } from "../scripts/release/pack-packages.ts";
import { releaseFault, repositoryMembers } from "../scripts/release/repository.ts";

const root = join(import.meta.dirname, "..");
const release = textOf(".github/workflows/release.yml");

test("every action in a workflow is pinned to a commit", () => {
  const files = globSync(".github/workflows/*.yml", { cwd: root });
  const used = files.flatMap((file) => [...textOf(file).matchAll(/uses: (.*)$/gm)].map(([, action = ""]) => action));
  assert.ok(used.length >= 8);
  for (const action of used) assert.match(action, /^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

test("a release publishes every public package, with provenance and without a stored token", () => {
  const [, names = ""] = /for name in (.*); do/.exec(release) ?? [];
  assert.deepEqual(names.split(" ").sort(), [...publicPackages].sort());
  assert.match(release, /npm publish --provenance/);
  assert.doesNotMatch(release, /secrets\.|NODE_AUTH_TOKEN/);
  const { permissions, jobs } = parse(release);
  assert.deepEqual(permissions, { contents: "read" });
  assert.equal(jobs.packages.permissions["id-token"], "write");
});

test("the workflow pins the base that the Dockerfile names", () => {
  const [, base] = /^ARG BASE=(.*)$/m.exec(textOf("Dockerfile")) ?? [];
  assert.match(String(base), /^node:\d+\.\d+\.\d+-[a-z]+-slim$/);
  assert.equal(parse(release).jobs.image.env.BASE, base);
});

test("a release stops with a sentence while the repository has no address, or another one", () => {
  const { steps } = parse(release).jobs.build;
  const runs: readonly string[] = steps.flatMap(({ run = [] }) => run);
  assert.equal(runs[0], "node scripts/check-release.ts");
  const url = "https://git.example/assay/assay";
  assert.match(releaseFault(undefined, "") ?? "", /repositoryUrl in scripts\/release\/repository\.ts/);
  assert.match(releaseFault("https://git.example/fork/assay", url) ?? "", /fork\/assay/);
  assert.equal(releaseFault(url, url), undefined);
  assert.equal(releaseFault(undefined, url), undefined);
});

test("manifests lead to the repository as soon as it has an address", () => {
  assert.deepEqual(repositoryMembers("client", ""), {});
  assert.deepEqual(repositoryMembers("client", "https://git.example/assay/assay"), {
    repository: { type: "git", url: "git+https://git.example/assay/assay.git", directory: "packages/client" },
    homepage: "https://git.example/assay/assay#readme",
    bugs: "https://git.example/assay/assay/issues",
  });
  for (const folder of publicPackages) {
    const { repository, homepage, bugs } = JSON.parse(textOf(`packages/${folder}/package.json`));
    const written = { ...(repository && { repository }), ...(homepage && { homepage }), ...(bugs && { bugs }) };
    assert.deepEqual(written, repositoryMembers(folder));
  }
});

test("an image says what it is, and from which source and version it was built", () => {
  const labels = ["title", "description", "licenses", "revision", "version", "source", "base.name", "base.digest"];
  const written = `${textOf("Dockerfile")}${release}`;
  for (const label of labels) assert.match(written, new RegExp(`org\\.opencontainers\\.image\\.${label}=`), label);
});

function textOf(file: string): string {
  return readFileSync(join(root, file), "utf8");
}
