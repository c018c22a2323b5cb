import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { publint } from "publint";

const root = join(import.meta.dirname, "../..");
const project = realpathSync(mkdtempSync(join(tmpdir(), "assay-packed-")));
after(() => rmSync(project, { recursive: true }));

type Tarball = { readonly name: string; readonly filename: string; readonly files: readonly { path: string }[] };

const tarballs = pack();

for (const { name, filename, files } of tarballs) {
  test(`${name} ships what it was built into and nothing else`, () => {
    const paths = files.map(({ path }) => path);
    for (const path of ["LICENSE", "dist/index.js", "dist/index.d.ts"]) assert.ok(paths.includes(path), path);
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
  writeFileSync(join(project, "package.json"), '{ "private": true, "type": "module" }\n');
  cpSync(join(import.meta.dirname, "consumer.ts"), join(project, "consumer.ts"));
  run(project, "npm", "install", "--prefer-offline", ...tarballs.map(({ filename }) => `./${filename}`));
  const options = "--noEmit --strict --module nodenext --skipLibCheck false --types node --typeRoots".split(" ");
  const types = join(root, "node_modules/@types");
  run(project, process.execPath, join(root, "node_modules/typescript/bin/tsc"), ...options, types, "consumer.ts");
  run(project, process.execPath, "consumer.ts");
});

function pack(): readonly Tarball[] {
  const published = readdirSync(join(root, "packages")).filter(
    (name) => !JSON.parse(readFileSync(join(root, "packages", name, "package.json"), "utf8")).private,
  );
  const workspaces = published.map((name) => `--workspace=packages/${name}`);
  // A list from npm 11, an object keyed by package name from npm 12.
  return Object.values(JSON.parse(run(root, "npm", "pack", "--json", "--pack-destination", project, ...workspaces)));
}

function run(cwd: string, command: string, ...args: readonly string[]): string {
  const { NODE_OPTIONS: _, ...env } = process.env;
  return execFileSync(command, args, { cwd, env, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
}
