import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";

const source = join(import.meta.dirname, "../packages/engine/src");
const pageAboutFolders = readFileSync(join(import.meta.dirname, "../ARCHITECTURE.md"), "utf8");

test("inside the engine the arrows between folders point one way", () => {
  const folders = arrows();
  assert.ok(folders.size >= 8);
  const done = new Set<string>();
  const follow = (folder: string, way: readonly string[]) => {
    assert.ok(!way.includes(folder), `a ring of folders: ${[...way, folder].join(" -> ")}`);
    if (done.has(folder)) return;
    for (const next of folders.get(folder) ?? []) follow(next, [...way, folder]);
    done.add(folder);
  };
  for (const folder of folders.keys()) follow(folder, []);
});

test("every folder of the engine has its line in ARCHITECTURE.md", () => {
  for (const folder of arrows().keys()) assert.ok(pageAboutFolders.includes(`| \`${folder}/\` |`), folder);
});

function arrows(): Map<string, Set<string>> {
  const files = globSync("*/**/*.ts", { cwd: source }).filter((file) => !file.endsWith(".test.ts"));
  const found = new Map<string, Set<string>>();
  for (const file of files) {
    const folder = dirname(file);
    const targets = [...readFileSync(join(source, file), "utf8").matchAll(/from "(\.[^"]+)"/g)]
      .map(([, target = ""]) => dirname(relative(source, join(source, folder, target))))
      .filter((target) => target !== folder && target !== ".");
    found.set(folder, new Set([...(found.get(folder) ?? []), ...targets]));
  }
  return found;
}
