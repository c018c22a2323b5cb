import assert from "node:assert/strict";
import { test } from "node:test";
import type { Io } from "../io.ts";
import { explain } from "./explain.ts";

test("an explanation distinguishes a number from a string", async () => {
  let printed = "";
  const out = { write: (text: string) => (printed += text) };
  await explain("sample.value-type", { out, env: { COLUMNS: "200" } } as unknown as Io);
  assert.ok(printed.includes('(36, not "36")'), printed);
});
