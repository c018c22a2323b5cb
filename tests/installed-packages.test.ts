import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";

interface Locked {
  readonly link?: boolean;
  readonly resolved?: string;
  readonly dependencies?: object;
  readonly optionalDependencies?: object;
  readonly peerDependencies?: object;
  readonly peerDependenciesMeta?: { readonly [name: string]: { readonly optional?: boolean } };
}

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const locked: { readonly [path: string]: Locked } = JSON.parse(read("package-lock.json")).packages;
const published = globSync("packages/*/package.json", { cwd: root })
  .filter((path) => !JSON.parse(read(path)).private)
  .map(dirname);

for (const home of published) {
  test(`the README of ${home} says how many packages its installation brings`, () => {
    const count = installed(home).size - 1;
    const sentence = `Installing it brings ${count === 0 ? "no" : count} other ${count < 2 ? "package" : "packages"}`;
    assert.ok(read(`${home}/README.md`).includes(sentence), `expected: ${sentence}`);
  });
}

/** The paths in the lock file of a package and of everything that npm installs with it. */
function installed(path: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(path)) return found;
  found.add(path);
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = locked[path] ?? {};
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional);
  for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
    installed(locate(name, path), found);
  }
  return found;
}

/** Where a package finds another one: in the nearest `node_modules` directory above it. */
function locate(name: string, from: string): string {
  const path = join(from, "node_modules", name);
  const entry = locked[path];
  if (entry) return entry.link ? String(entry.resolved) : path;
  assert.notEqual(from, ".", `the lock file has no ${name}`);
  return locate(name, dirname(from));
}
