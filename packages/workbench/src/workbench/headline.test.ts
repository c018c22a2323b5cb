import assert from "node:assert/strict";
import { test } from "node:test";
import { readCandidate } from "../engine/read-candidate.ts";
import type { CheckedText } from "../session/state.ts";
import { formatCounts, formatTitle, listNotes } from "./headline.ts";

test("the title counts the errors of an invalid draft, and shows whether a valid draft's id was looked up", () => {
  const error = { severity: "error" };
  const createTitle = (verdict: object, revision?: string) => {
    const result = { kind: "verdict", built: { verdict: { diagnostics: [], ...verdict } }, revision };
    return formatTitle({ text: "{}", result } as unknown as CheckedText);
  };
  assert.equal(createTitle({ valid: true }, "1"), "Valid");
  assert.equal(createTitle({ valid: true }), "Valid, if the id is free");
  assert.equal(createTitle({ valid: false, diagnostics: [error, { severity: "warning" }] }), "Invalid: 1 error");
  assert.equal(createTitle({ valid: false, diagnostics: [error, error], omitted: 1 }), "Invalid: over 2 errors");
});

test("diagnostics are counted by severity, so that a warning is not counted as an error", () => {
  const count = (...severities: string[]) => formatCounts(severities.map((severity) => ({ severity })) as never);
  assert.equal(count("warning", "error", "error"), "2 errors, 1 warning");
  assert.equal(count("info"), "1 note");
});

test("the notes list what was not checked: the id, the owner without a key, and rules that could not run yet", () => {
  const createNotes = (skippedRules: readonly string[], revision?: string, hasKey = false) =>
    listNotes({ built: { verdict: { skippedRules } }, revision } as never, { kind: "not-published" }, hasKey);
  assert.deepEqual(createNotes([], "1"), []);
  assert.match(createNotes([]).join(), /id was not looked up/);
  assert.match(createNotes(["owner-is-caller"], "1").join(), /^Whether you are the owner/);
  assert.match(createNotes(["owner-is-caller", "a", "b"], "1")[1] ?? "", /: a, b\.$/);
  assert.match(createNotes(["a"])[1] ?? "", /ids are looked up: a\.$/);
  // With a key, only a draft without an owner is not compared with the caller.
  assert.match(createNotes(["owner-is-caller"], "1", true).join(), /^Not evaluated until.*: owner-is-caller\.$/);
});

test("the title of a draft without a verdict distinguishes empty, malformed and unsupported drafts", () => {
  for (const [text, title] of [
    ["", "Nothing to check yet"],
    [" \n", "Nothing to check yet"],
    ["{", "Not JSON yet"],
    ['{"a":1,"a":2}', "Not readable yet"],
    ["[".repeat(99), "Not readable yet"],
  ] as const) {
    const result = { kind: "unreadable", problem: readCandidate(text) };
    assert.equal(formatTitle({ text, result } as CheckedText), title, text);
  }
});
