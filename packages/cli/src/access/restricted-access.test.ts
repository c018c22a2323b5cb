import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const src = join(import.meta.dirname, "..");
const files = globSync("**/*.ts", { cwd: src }).filter((file) => !file.endsWith(".test.ts"));

for (const [action, pattern, allowed] of [
  ["creates a client", /\bcreateClient\(/, ["access/open-access.ts"]],
  ["makes network requests", /(?<![.\w])fetch\(|node:(?:https|net|tls)\b|\b(?:request|get)\b.*"node:http"/, []],
  ["uses HTTP itself", /node:http\b/, ["commands/verify-listen.ts"]],
  ["reads keys, services or products from the environment", /env\.ASSAY_/, ["access/decide-access.ts"]],
  [
    "reads stored keys",
    /\breadStoredAccess\(/,
    ["access/open-access.ts", "access/stored-access.ts", "commands/login.ts", "commands/logout.ts"],
  ],
] as const) {
  test(`no code ${action} except ${allowed.join(", ") || "the client"}`, () => {
    const matching = files.filter((file) => pattern.test(readFileSync(join(src, file), "utf8")));
    assert.deepEqual(matching.sort(), [...allowed]);
  });
}
