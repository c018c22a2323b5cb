import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { engineDirectories, importRules } from "../scripts/import-rules.ts";

const page = readFileSync(join(import.meta.dirname, "../ARCHITECTURE.md"), "utf8");
const section = (title: string) => new RegExp(`\\n## ${title}\\n([\\s\\S]*?)\\n## `).exec(page)?.[1] ?? "";

test("ARCHITECTURE.md lists the directories of the engine in the order in which they may import each other", () => {
  const listed = [...section("Inside the engine").matchAll(/^\| `(.+)\/` \|/gm)].map(([, directory]) => directory);
  assert.deepEqual(listed, engineDirectories);
});

test("the picture of the packages has an arrow, or a way of arrows, for each import that is allowed", () => {
  const arrows = [...section("Packages").matchAll(/^ {2}([\w-]+) --> ([\w-]+)$/gm)];
  const names = [...section("Packages").matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name = ""]) => name);
  assert.ok(names.length >= 8);
  const drawn = (name: string): ReadonlySet<string> =>
    new Set(arrows.flatMap(([, from, to = ""]) => (from === name ? [to, ...drawn(to)] : [])));
  for (const name of names) {
    assert.deepEqual([...drawn(name)].toSorted(), [...allowed(name)].toSorted(), name);
  }
});

/** The packages that the sources of a package may import; `readJson of engine` allows one export of engine. */
function allowed(name: string): ReadonlySet<string> {
  const rules = importRules.filter(
    ({ files: [first = ""] }) => first.startsWith(`packages/${name}/src/`) && !first.includes(".test."),
  );
  assert.notDeepEqual(rules, [], name);
  return new Set(rules.flatMap((rule) => rule.packages).map((entry) => entry.split(" of ").at(-1) ?? ""));
}
