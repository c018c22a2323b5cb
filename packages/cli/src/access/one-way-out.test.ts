import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const src = join(import.meta.dirname, "..");
const files = globSync("**/*.ts", { cwd: src }).filter((file) => !file.endsWith(".test.ts"));

for (const [what, pattern, places] of [
  ["creates a client", /\bcreateClient\(/, ["access/open-access.ts"]],
  ["makes a request of its own", /(?<![.\w])fetch\(|node:(?:http|https|net|tls)\b/, []],
  ["reads a key or where it may go from the environment", /env\.ASSAY_/, ["access/decide-access.ts"]],
  [
    "reads what is stored",
    /\breadStored\(/,
    ["access/open-access.ts", "access/stored-access.ts", "commands/login.ts", "commands/logout.ts"],
  ],
] as const) {
  test(`nothing ${what} except ${places.join(" and ") || "the client"}`, () => {
    const found = files.filter((file) => pattern.test(readFileSync(join(src, file), "utf8")));
    assert.deepEqual(found.sort(), [...places]);
  });
}
