import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { listPackages } from "../../e2e/packed/release-folder.ts";

const root = join(import.meta.dirname, "../..");

for (const { name, path } of listPackages()) {
  test(`${name} passes publint, so consumers can resolve it`, async () => {
    const tarball = new Uint8Array(readFileSync(path)).buffer;
    const { messages } = await publint({ pack: { tarball }, strict: true });
    assert.deepEqual(messages, []);
  });

  test(`the types of ${name} match its code at every entry point`, async () => {
    const bytes = new Uint8Array(readFileSync(path));
    const result = await checkPackage(createPackageFromTarballData(bytes), {
      excludeEntrypoints: listSourceEntries(name),
    });
    const problems = result.types ? result.problems : [];
    // Problems with `require` are ignored, because the packages are ES modules.
    const affectsModules = (problem: object) =>
      !("resolutionKind" in problem) || ["node16-esm", "bundler"].includes(String(problem.resolutionKind));
    assert.deepEqual(problems.filter(affectsModules), []);
  });
}

// Lists the entry points that exist only in this repository, because they resolve only to sources.
function listSourceEntries(name: string): string[] {
  const { exports } = readManifest(name.replace("@assay/", ""));
  const isSourceOnly = (target: unknown) => JSON.stringify(Object.keys(Object(target))) === '["assay-source"]';
  return Object.keys(exports).filter((entry) => isSourceOnly(exports[entry]));
}

function readManifest(folder: string) {
  return JSON.parse(readFileSync(join(root, "packages", folder, "package.json"), "utf8"));
}
