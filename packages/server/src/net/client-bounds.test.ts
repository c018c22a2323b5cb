import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { clientBounds, maxPieces, unreadBytes } from "./client-bounds.ts";

const page = readFileSync(new URL("../../../../docs/reference/limits.md", import.meta.url), "utf8").replace(
  /\s+/g,
  " ",
);

test("the page on limits has every bound on what a client may hold", () => {
  for (const text of [
    `${clientBounds.connections} connections`,
    `${clientBounds.bodies} bodies`,
    `${inWords(clientBounds.unanswered)} unanswered requests`,
    `${maxPieces.toLocaleString("en-US")} pieces`,
    `${unreadBytes / 1_024 / 1_024} MiB`,
  ]) {
    assert.ok(page.includes(text), text);
  }
});

function inWords(number: number): string | undefined {
  return ["no", "one", "two", "three", "four", "five"][number];
}
