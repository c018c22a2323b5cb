import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { listPackages } from "../../e2e/packed/release-folder.ts";

const root = join(import.meta.dirname, "../..");

for (const { name, path } of listPackages()) {
  test(`${name} is published the way its consumers resolve it`, async () => {
    const tarball = new Uint8Array(readFileSync(path)).buffer;
    const { messages } = await publint({ pack: { tarball }, strict: true });
    assert.deepEqual(messages, []);
  });

  test(`${name} has the types that its code is imported with`, async () => {
    const bytes = new Uint8Array(readFileSync(path));
    const result = await checkPackage(createPackageFromTarballData(bytes), {
      excludeEntrypoints: listOwnEntries(name),
    });
    const problems = result.types ? result.problems : [];
    // The packages are ES modules; `require` and its resolution of types are not for them.
    const isForModules = (problem: object) =>
      !("resolutionKind" in problem) || ["node16-esm", "bundler"].includes(String(problem.resolutionKind));
    assert.deepEqual(problems.filter(isForModules), []);
  });
}

// What only the sources of this repository can resolve.
function listOwnEntries(name: string): string[] {
  const { exports } = readManifest(name.replace("@assay/", ""));
  const isOwn = (target: unknown) => JSON.stringify(Object.keys(Object(target))) === '["assay-source"]';
  return Object.keys(exports).filter((entry) => isOwn(exports[entry]));
}

function readManifest(folder: string) {
  return JSON.parse(readFileSync(join(root, "packages", folder, "package.json"), "utf8"));
}
