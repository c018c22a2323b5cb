import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempDisposableSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { run } from "./install-packages.ts";
import { releaseFolder, withoutImage } from "./release-folder.ts";

const root = join(import.meta.dirname, "../..");

test("a release that is built again, elsewhere and from the sources alone, has the same bytes", {
  skip: withoutImage,
}, () => {
  // On the same disk as the installed packages, so that they can be linked instead of copied.
  using again = mkdtempDisposableSync(join(releaseFolder, "again-"));
  const options = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"];
  for (const file of execFileSync("git", options, { cwd: root, encoding: "utf8" }).split("\0")) {
    if (file === "") continue;
    mkdirSync(dirname(join(again.path, file)), { recursive: true });
    cpSync(join(root, file), join(again.path, file));
  }
  linkInstalled(again.path);
  run(again.path, "npm", "run", "--silent", "release:dry");
  const sums = (folder: string) => readFileSync(join(folder, "SHA256SUMS"), "utf8").trimEnd().split("\n");
  assert.ok(sums(releaseFolder).length >= 9);
  assert.deepEqual(sums(join(again.path, "release")), sums(releaseFolder));
});

// Everything but caches, in which compilers keep what they did for the other folder.
function linkInstalled(into: string): void {
  const found = execFileSync("find", [".", "-name", "node_modules", "-prune", "-not", "-path", "./try/*"], {
    cwd: root,
    encoding: "utf8",
  });
  for (const folder of found.trimEnd().split("\n")) {
    const entries = execFileSync("find", [folder, "-mindepth", "1", "-maxdepth", "1", "-not", "-name", ".cache"], {
      cwd: root,
      encoding: "utf8",
    });
    mkdirSync(join(into, folder), { recursive: true });
    execFileSync("cp", ["-al", ...entries.trimEnd().split("\n"), join(into, folder)], { cwd: root });
  }
}
