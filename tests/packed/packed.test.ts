import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { publint } from "publint";
import { install, pack, run } from "./install-packages.ts";

const root = join(import.meta.dirname, "../..");
const project = realpathSync(mkdtempSync(join(tmpdir(), "assay-packed-")));
after(() => rmSync(project, { recursive: true }));

const folders = readdirSync(join(root, "packages")).filter((folder) => !manifestOf(folder).private);
const entries = new Map(folders.map(manifestOf).map(({ name, exports }) => [name, exports["."]]));
const tarballs = pack(project, folders);

for (const { name, filename, files } of tarballs) {
  test(`${name} ships what it was built into and nothing else`, () => {
    const paths = files.map(({ path }) => path);
    const { default: code, types } = entries.get(name);
    for (const path of ["./LICENSE", code, types]) assert.ok(paths.includes(path.slice(2)), path);
    assert.deepEqual(
      paths.filter((path) => /^src\/|\.test\.|(^|\/)tests?\/|\.tsbuildinfo$/.test(path)),
      [],
    );
  });

  test(`${name} is published the way its consumers resolve it`, async () => {
    const tarball = new Uint8Array(readFileSync(join(project, filename))).buffer;
    const { messages } = await publint({ pack: { tarball }, strict: true });
    assert.deepEqual(messages, []);
  });
}

test("an empty project installs, type-checks and runs the packages by name", () => {
  install(project, tarballs);
  cpSync(join(import.meta.dirname, "consumer.ts"), join(project, "consumer.ts"));
  const options = "--noEmit --strict --module nodenext --skipLibCheck false --types node --typeRoots".split(" ");
  const types = join(root, "node_modules/@types");
  run(project, process.execPath, join(root, "node_modules/typescript/bin/tsc"), ...options, types, "consumer.ts");
  run(project, process.execPath, "consumer.ts");
});

function manifestOf(folder: string) {
  return JSON.parse(readFileSync(join(root, "packages", folder, "package.json"), "utf8"));
}
