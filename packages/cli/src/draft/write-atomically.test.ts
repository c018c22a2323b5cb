import assert from "node:assert/strict";
import fs, {
  chmodSync,
  fstatSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { writeAtomically, writeNew } from "./write-atomically.ts";

const folder = mkdtempSync(join(tmpdir(), "assay-write-"));
after(() => rmSync(folder, { recursive: true }));

test("a file keeps its permissions, and no temporary file is left behind", () => {
  const path = join(folder, "a.json");
  writeFileSync(path, "old");
  chmodSync(path, 0o640);
  writeAtomically(path, "new");
  assert.equal(readFileSync(path, "utf8"), "new");
  assert.equal(statSync(path).mode & 0o777, 0o640);
  assert.deepEqual(readdirSync(folder), ["a.json"]);
});

test("a private file stays private while it is written", (t) => {
  const path = join(folder, "private.json");
  writeFileSync(path, "old", { mode: 0o600 });
  const modes: number[] = [];
  const { writeSync } = fs;
  t.mock.method(fs, "writeSync", (file: number, bytes: Uint8Array, offset: number) => {
    modes.push(fstatSync(file).mode & 0o777);
    return writeSync(file, bytes, offset);
  });
  syncBuiltinESMExports();
  t.after(() => {
    t.mock.restoreAll();
    syncBuiltinESMExports();
  });
  writeAtomically(path, "new");
  assert.deepEqual(modes, [0o600]);
});

test("writing through a link keeps the link and changes its target", () => {
  const path = join(folder, "link.json");
  const target = join(folder, "target.json");
  writeFileSync(target, "old");
  symlinkSync("target.json", path);
  writeAtomically(path, "through the link");
  assert.ok(lstatSync(path).isSymbolicLink());
  assert.equal(readFileSync(target, "utf8"), "through the link");
});

test("a missing folder is created, and a failure to create it is reported", () => {
  const path = join(folder, "new/inner/candidate.json");
  writeAtomically(path, "{}");
  assert.equal(readFileSync(path, "utf8"), "{}");
  assert.throws(() => writeAtomically(join(path, "below/a-file.json"), "{}"), /cannot be written/);
});

test("writing a new file never replaces an existing file or a dangling link", () => {
  const path = join(folder, "drafts/new.json");
  assert.equal(writeNew(path, "{}"), true);
  assert.equal(writeNew(path, "other"), false);
  assert.equal(readFileSync(path, "utf8"), "{}");
  const link = join(folder, "drafts/link.json");
  symlinkSync("nowhere.json", link);
  assert.equal(writeNew(link, "{}"), false);
  const unwritableLink = join(folder, "drafts/away.json");
  // The target of the link cannot be written.
  symlinkSync("/proc/self/status", unwritableLink);
  assert.equal(writeNew(unwritableLink, "{}"), false);
  assert.deepEqual(readdirSync(join(folder, "drafts")), ["away.json", "link.json", "new.json"]);
  assert.throws(() => writeNew(join(path, "below/a-file.json"), "{}"), /cannot be written/);
});
