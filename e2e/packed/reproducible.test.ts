import assert from "node:assert/strict";
import { cpSync, globSync, mkdirSync, mkdtempDisposableSync, readFileSync, symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";
import { run } from "./install-packages.ts";
import { releaseFolder } from "./release-folder.ts";

const root = join(import.meta.dirname, "../..");
const packages = ["packages/contract", "packages/client"];

// lab/published rebuilds the whole release, including the image.
test("packages rebuilt in another folder, from the sources alone, are byte-for-byte identical", () => {
  using again = mkdtempDisposableSync(join(releaseFolder, "again-"));
  const isSource = (path: string) => !/^(dist|node_modules)$|\.tsbuildinfo$/.test(basename(path));
  for (const path of ["package.json", "tsconfig.base.json", ...packages])
    cpSync(join(root, path), join(again.path, path), { recursive: true, filter: isSource });
  mkdirSync(join(again.path, "node_modules/@assay"), { recursive: true });
  for (const path of packages)
    symlinkSync(join(again.path, path), join(again.path, "node_modules/@assay", basename(path)));
  run(again.path, process.execPath, join(root, "node_modules/typescript/bin/tsc"), "-b", ...packages);
  run(again.path, "npm", "pack", "--silent", ...packages.map((path) => `--workspace=${path}`));
  const archives = globSync("*.tgz", { cwd: again.path });
  assert.equal(archives.length, packages.length);
  for (const name of archives)
    assert.ok(readFileSync(join(again.path, name)).equals(readFileSync(join(releaseFolder, name))), name);
});
