import assert from "node:assert/strict";
import { test } from "node:test";
import type { Diagnostic, Verdict } from "@assay/contract";
import { readCandidate } from "../engine/read-candidate.ts";
import type { Checked } from "../session/state.ts";
import { fixCount, titleOf, toHeadline } from "./headline.ts";

const registry = { kind: "ready", loadedAt: 0 } as const;
const rule = { id: "candidate-schema", at: "" };
const error: Diagnostic = { code: "field.pattern", severity: "error", path: "/a", message: "", needs: "edit", rule };
const fixes = [{ title: "", applicability: "safe", patch: [] }] as const;

function verdict(...diagnostics: readonly Diagnostic[]): Verdict {
  const count = (severity: string) => diagnostics.filter((one) => one.severity === severity).length;
  return {
    valid: count("error") === 0,
    summary: "",
    counts: { error: count("error"), warning: count("warning"), info: 0 },
    diagnostics,
    truncated: false,
    checks: { ran: [], skipped: [] },
    registry: { generatorId: "free" },
  } as Verdict;
}

test("an invalid draft says how many errors have a fix, and how many only the owner can decide", () => {
  const owner: Diagnostic = { ...error, code: "owner.kind-not-allowed", needs: "owner-decision" };
  assert.deepEqual(toHeadline(verdict({ ...error, fixes }, error, owner), { registry, isLookedUp: true }), {
    title: "Invalid: 3 errors",
    about: ["1 with a fix, 1 to edit, 1 for the owner to decide."],
  });
});

test("a valid draft whose id was not looked up is valid only if the id is free", () => {
  const { title, about } = toHeadline(verdict(), { registry: { kind: "not-published" }, isLookedUp: false });
  assert.equal(title, "Valid, if the id is free");
  assert.match(about.join(" "), /was not looked up/);
  assert.deepEqual(toHeadline(verdict(), { registry, isLookedUp: true }), { title: "Valid", about: [] });
});

test("the next rules are part of the headline, with the day from which they apply", () => {
  const upcoming = (errors: number) =>
    ({ version: "2.0.0", valid: errors === 0, counts: { error: errors }, diagnostics: [] }) as never;
  const nextOf = (now: Verdict, errors: number) =>
    toHeadline(
      { ...now, upcoming: upcoming(errors) },
      { registry, isLookedUp: true, effectiveFrom: "2027-03-01T00:00:00Z" },
    ).next;
  assert.equal(nextOf(verdict(error), 8), "8 under 2.0.0, from March 1, 2027");
  assert.equal(nextOf(verdict(error), 0), "valid under 2.0.0, from March 1, 2027");
  assert.equal(nextOf(verdict(), 1), "1 error under 2.0.0, from March 1, 2027");
  assert.equal(nextOf(verdict(), 0), "also under 2.0.0, from March 1, 2027");
  assert.equal(toHeadline(verdict(), { registry, isLookedUp: true }).next, undefined);
});

test("only fixes that are in the repair are counted for the review", () => {
  const replace = { op: "replace", path: "/a", value: 1 } as const;
  const other = { op: "replace", path: "/a", value: 2 } as const;
  const fixed = (patch: typeof replace | typeof other): Diagnostic => ({
    ...error,
    fixes: [{ title: "", applicability: "safe", patch: [patch] }],
  });
  const repaired = { ...verdict(fixed(replace), fixed(other), error), repair: { patch: [replace] } } as never;
  assert.equal(fixCount(repaired), 1);
});

test("warnings are named beside a valid verdict", () => {
  const warned = verdict({ ...error, code: "registry.id-in-ballot", severity: "warning" });
  assert.equal(toHeadline(warned, { registry, isLookedUp: true }).title, "Valid: 1 warning");
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
    assert.equal(titleOf({ text, result } as Checked, registry), title, text);
  }
});
