import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { hash } from "node:crypto";
import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

const script = join(import.meta.dirname, "../scripts/build-workbench.ts");
const plot = mkdtempSync(join(tmpdir(), "assay-workbench-"));
after(() => rmSync(plot, { recursive: true }));
const first = build("first");

test("the page is built twice with the same bytes, and its manifest names every file", () => {
  const second = build("second");
  const names = filesIn(first);
  assert.deepEqual(filesIn(second), names);
  for (const name of names) {
    assert.ok(readFileSync(join(first, name)).equals(readFileSync(join(second, name))), name);
  }
  const { worker, files } = JSON.parse(readFileSync(join(first, "manifest.json"), "utf8"));
  const listed = Object.keys(files).flatMap((name) => [name, `${name}.br`, `${name}.gz`]);
  assert.deepEqual(names, ["index.html", "manifest.json", ...listed].sort());
  for (const [name, { sha256, policy }] of Object.entries<{ sha256: string; policy: string }>(files)) {
    assert.equal(sha256, hash("sha256", readFileSync(join(first, name))));
    assert.equal(policy, name === worker ? "worker" : "page-asset");
  }
  const html = readFileSync(join(first, "index.html"), "utf8");
  for (const [, name = ""] of html.matchAll(/%BASE%\/(assets\/[^"]+)/g)) assert.ok(Object.hasOwn(files, name), name);
});

test("what is newer than its sources is not built again", () => {
  const builtAt = () => statSync(join(first, "manifest.json")).mtimeMs;
  const before = builtAt();
  build("first", "--if-stale");
  assert.equal(builtAt(), before);
});

function build(name: string, ...options: readonly string[]): string {
  const folder = join(plot, name);
  const args = ["--conditions=assay-source", script, folder, ...options];
  const { status, stderr, stdout } = spawnSync(process.execPath, args, { encoding: "utf8" });
  assert.equal(status, 0, stderr);
  for (const line of stdout.split("\n").filter((text) => name === "first" && text !== "")) console.log(line);
  return folder;
}

function filesIn(folder: string): readonly string[] {
  return globSync("**/*.*", { cwd: folder }).sort();
}
