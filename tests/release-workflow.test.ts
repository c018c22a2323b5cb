import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { parse } from "yaml";
import { publicPackages } from "../scripts/release/pack-packages.ts";

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

function textOf(file: string): string {
  return readFileSync(join(root, file), "utf8");
}
