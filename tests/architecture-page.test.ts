import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { engineDirectories } from "../scripts/import-rules.ts";

test("ARCHITECTURE.md lists the directories of the engine in the order in which they may import each other", () => {
  const page = readFileSync(join(import.meta.dirname, "../ARCHITECTURE.md"), "utf8");
  const [, engine = ""] = /\n## Inside the engine\n([\s\S]*?)\n## /.exec(page) ?? [];
  const listed = [...engine.matchAll(/^\| `(.+)\/` \|/gm)].map(([, directory]) => directory);
  assert.deepEqual(listed, engineDirectories);
});
