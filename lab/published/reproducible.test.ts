import assert from "node:assert/strict";
import { mkdtempDisposableSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { run } from "../../e2e/packed/install-packages.ts";
import { imageSkipReason, releaseFolder } from "../../e2e/packed/release-folder.ts";
import { copyRepository } from "../copy-repository.ts";

test("a release that is rebuilt from the sources in another folder has the same bytes", {
  skip: imageSkipReason,
}, () => {
  // On the same disk as the installed packages, so that they can be hard-linked instead of copied.
  using copy = mkdtempDisposableSync(join(releaseFolder, "again-"));
  copyRepository(copy.path);
  run(copy.path, "npm", "run", "--silent", "release:dry");
  const readSums = (folder: string) => readFileSync(join(folder, "SHA256SUMS"), "utf8").trimEnd().split("\n");
  assert.ok(readSums(releaseFolder).length >= 9);
  assert.deepEqual(readSums(join(copy.path, "release")), readSums(releaseFolder));
});
