import assert from "node:assert/strict";
import { mkdtempDisposableSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { createFolder } from "./create-folder.ts";

const onlyLinux = process.platform !== "linux" && "only Linux has /proc";

test("folders are created for their user alone, and those that are there stay as they are", () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), "assay-own-"));
  const before = statSync(folder.path).mode;
  const made = join(folder.path, "one/two");
  createFolder(made);
  createFolder(made);
  assert.deepEqual(
    [made, join(made, "..")].map((path) => statSync(path).mode & 0o777),
    [0o700, 0o700],
  );
  assert.equal(statSync(folder.path).mode, before);
});

test("a folder where none can be created is refused at once", { skip: onlyLinux }, () => {
  for (const path of ["/proc/assay/one/two", "/proc/self/assay/one", "/dev/null/one"]) {
    assert.throws(() => createFolder(path), { code: /^(ENOENT|EACCES|EPERM|EEXIST)$/ }, path);
  }
});
