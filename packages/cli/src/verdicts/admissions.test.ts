import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, beforeEach, test } from "node:test";
import { firstSpecPackage } from "@assay/contract";
import { openAdmissions } from "./admissions.ts";
import { openOffline } from "./offline-engine.ts";

const cwd = mkdtempSync(join(tmpdir(), "assay-admissions-"));
const home = join(cwd, "cache");
const file = join(home, "assay/admitted.txt");
const io = { cwd, env: { XDG_CACHE_HOME: home } };
const open = (version = "1.0.0") => openAdmissions(io, version);
const bytesOf = (text: string) => new TextEncoder().encode(text);
const one = bytesOf("one");
const first = firstSpecPackage("products", "options");
beforeEach(() => rmSync(home, { recursive: true, force: true }));
after(() => rmSync(cwd, { recursive: true }));

test("a package is remembered by its bytes, with the versions of the engine and of Node", () => {
  assert.equal(open().has(one), false);
  open().remember(one);
  assert.equal(open().has(one), true);
  assert.equal(open().has(bytesOf("one ")), false);
  assert.equal(open("1.0.1").has(one), false);
  writeFileSync(file, readFileSync(file, "utf8").replace(process.version, "v22.0.0"));
  assert.equal(open().has(one), false);
});

test("the file is for its user alone, and one that others may use is not used", { skip: !process.getuid }, () => {
  open().remember(one);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.equal(statSync(dirname(file)).mode & 0o777, 0o700);
  chmodSync(file, 0o620);
  assert.equal(open().has(one), false);
  open().remember(one);
  assert.equal(open().has(one), true);
});

test("the last 256 packages are remembered", () => {
  const packages = Array.from({ length: 258 }, (_, number) => bytesOf(String(number)));
  open().remember(one);
  const lines = packages.slice(0, 256).map((bytes) => `${hash("sha256", bytes)} 1.0.0 ${process.version}\n`);
  writeFileSync(file, lines.join(""));
  for (const bytes of packages.slice(256)) open().remember(bytes);
  open().remember(packages[2] ?? one);
  assert.equal(readFileSync(file, "utf8").trimEnd().split("\n").length, 256);
  const { has } = open();
  assert.deepEqual(packages.map(has), [false, false, ...Array.from({ length: 256 }, () => true)]);
});

test("damaged entries are ignored, and the others are kept", () => {
  open().remember(one);
  const [line = ""] = readFileSync(file, "utf8").split("\n");
  writeFileSync(file, `\0\n${line.slice(1)}\n${line} more\n${line}\n{"a": 1}\n`);
  assert.equal(open().has(one), true);
  open().remember(bytesOf("two"));
  assert.equal(open().has(one), true);
  assert.equal(readFileSync(file, "utf8").split("\n").length, 3);
});

for (const [what, damage] of [
  ["cut in the middle", () => writeFileSync(file, readFileSync(file).subarray(0, 40))],
  ["of other bytes", () => writeFileSync(file, new Uint8Array(1_000).fill(0xff))],
  ["too large", () => writeFileSync(file, readFileSync(file, "utf8").repeat(1_000))],
  ["a folder", replaceByFolder],
] as const) {
  test(`a file that is ${what} is no reason for an error`, () => {
    open().remember(one);
    damage();
    assert.equal(open().has(one), false);
    open().remember(one);
  });
}

test("where nothing can be written, nothing is remembered", { skip: process.platform !== "linux" }, () => {
  for (const env of [{ XDG_CACHE_HOME: "/proc/assay" }, { HOME: "/proc/self/assay" }, { HOME: "/dev/null" }]) {
    const admissions = openAdmissions({ cwd, env }, "1.0.0");
    admissions.remember(one);
    assert.equal(admissions.has(one), false);
  }
});

test("from source nothing is remembered, because the engine changes and its version does not", () => {
  openAdmissions(io).remember(one);
  assert.equal(existsSync(home), false);
});

test("a package is admitted in full the first time, and never if it is refused", async () => {
  const opened = (specPackage: object) => {
    const documents = {
      specPackage: { name: "spec-package.json", bytes: bytesOf(JSON.stringify(specPackage)) },
      registry: { name: "registry.json", bytes: bytesOf(JSON.stringify(registryOf(first.targetProduct))) },
    };
    return openOffline(documents, undefined, open());
  };
  const [passing, ...others] = first.tests;
  const tests = [{ ...passing, expect: [{ code: "list.sum", path: "/id" }] }, ...others];
  for (const _ of [1, 2]) await assert.rejects(opened({ ...first, tests }), /spec\.test-failed/);
  assert.equal(existsSync(file), false);
  await opened(first);
  const remembered = readFileSync(file, "utf8");
  assert.equal(remembered.trimEnd().split("\n").length, 1);
  const { spec } = await opened(first);
  assert.equal(spec.document.domainId, first.domainId);
  assert.equal(readFileSync(file, "utf8"), remembered);
});

function replaceByFolder(): void {
  rmSync(file);
  mkdirSync(file);
}

function registryOf(targetProduct: string): object {
  return { format: "generator-registry/v1", targetProduct, revision: "1", complete: true, entries: [], pending: [] };
}
