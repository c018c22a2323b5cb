import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { maxLineBytes } from "./answer-request.ts";
import { errorCodes } from "./protocol-error.ts";

const page = readFileSync(join(import.meta.dirname, "../../../../docs/reference/engine-protocol.md"), "utf8");

test("the page of the protocol has every error code, and the limit of a line", () => {
  const [, table = ""] = /\n## Errors\n([\s\S]*?)\n```/.exec(page) ?? [];
  const rows = table.match(/^\| `.*?\|/gm) ?? [];
  const listed = rows.flatMap((row) => [...row.matchAll(/`([a-z-]+)`/g)].map(([, code]) => code));
  assert.deepEqual(listed.filter((code) => code !== "code").sort(), [...errorCodes].sort());
  assert.ok(page.includes(`${maxLineBytes.toLocaleString("en")} bytes`));
});
