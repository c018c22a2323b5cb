import assert from "node:assert/strict";
import { test } from "node:test";
import { readCandidate } from "../engine/read-candidate.ts";
import type { Checked } from "../session/state.ts";
import { titleOf } from "./headline.ts";

test("a valid draft whose id was not looked up is valid only if the id is free", () => {
  const titleWith = (valid: boolean, revision?: string) => {
    const result = { kind: "verdict", built: { verdict: { valid, summary: "As the engine says." } }, revision };
    return titleOf({ text: "{}", result } as unknown as Checked);
  };
  assert.match(titleWith(true), /if the id is free/);
  for (const title of [titleWith(true, "1"), titleWith(false), titleWith(false, "1")])
    assert.equal(title, "As the engine says.");
});

test("a text without a verdict is empty, no JSON, or JSON that has no single meaning", () => {
  for (const [text, title] of [
    ["", "Nothing to check yet"],
    [" \n", "Nothing to check yet"],
    ["{", "Not JSON yet"],
    ['{"a":1,"a":2}', "Not readable yet"],
    ["[".repeat(99), "Not readable yet"],
  ] as const) {
    const result = { kind: "unreadable", problem: readCandidate(text) };
    assert.equal(titleOf({ text, result } as Checked), title, text);
  }
});
