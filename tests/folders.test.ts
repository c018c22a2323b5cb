import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";

const source = join(import.meta.dirname, "../packages/engine/src");
const page = readFileSync(join(import.meta.dirname, "../ARCHITECTURE.md"), "utf8");
const [, engine = ""] = /\n## Inside the engine\n([\s\S]*?)\n## /.exec(page) ?? [];
const inOrder = [...engine.matchAll(/^\| `(.+)\/` \|/gm)].map(([, folder = ""]) => folder);
const files = globSync("*/**/*.ts", { cwd: source }).filter((file) => !file.endsWith(".test.ts"));

test("ARCHITECTURE.md lists the folders of the engine", () => {
  const folders = new Set(files.map((file) => dirname(file)));
  assert.ok(folders.size >= 8);
  assert.deepEqual([...inOrder].sort(), [...folders].sort());
});

test("a folder of the engine imports from those above it in the list only", () => {
  const upwards = files
    .flatMap((file) => importsOf(file).map((target) => ({ file, target, allowed: above(dirname(file)) })))
    .filter(({ target, allowed }) => !allowed.includes(target));
  assert.deepEqual(
    upwards.map(({ file, target }) => `${file} -> ${target}`),
    [],
  );
});

/** The other folders that a file imports from; what stands beside the folders is for all. */
function importsOf(file: string): readonly string[] {
  const folder = dirname(file);
  return [...readFileSync(join(source, file), "utf8").matchAll(/from "(\.[^"]+)"/g)]
    .map(([, target = ""]) => dirname(relative(source, join(source, folder, target))))
    .filter((target) => target !== folder && target !== ".");
}

function above(folder: string): readonly string[] {
  return inOrder.slice(0, inOrder.indexOf(folder));
}
