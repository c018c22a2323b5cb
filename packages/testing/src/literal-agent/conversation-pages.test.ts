import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "@assay/contract";
import { figure } from "../figure.ts";
import { bytesOf, conversationPages, conversationsFolder } from "./conversation-pages.ts";
import { attemptAll } from "./first-drafts.ts";
import { namesWhatIsNeeded } from "./orders.ts";

// Of the answers in which messages did not say yet what would fit, and whom to ask.
const answersBefore = 64;
const firstBytesBefore = 130_748;
const bytesBefore = 215_081;

const folder = join(import.meta.dirname, "../../../..", conversationsFolder);
const all = attemptAll();
const attempts = all.flatMap((each) => each.attempts);

test("the pages show what answers make a literal reader do with thirty first drafts", () => {
  const pages = conversationPages();
  assert.equal(attempts.length, 30);
  assert.deepEqual(readdirSync(folder).toSorted(), [...pages.keys()].toSorted());
  for (const [name, text] of pages) {
    assert.equal(readFileSync(join(folder, name), "utf8"), text, `${name} is outdated: run npm run cases`);
  }
});

test("every answer to a first draft can be obeyed, and every question names what is needed", () => {
  const unparsed = attempts.flatMap(({ conversation }) => conversation.unparsed);
  const bare = attempts.flatMap(({ conversation: { end } }) =>
    end.kind === "asked" ? end.about.map(({ message }) => message).filter((each) => !namesWhatIsNeeded(each)) : [],
  );
  figure("first drafts: sentences that cannot be carried out", unparsed.length, 0);
  figure("first drafts: questions that do not name what is needed", bare.length, 0);
  assert.deepEqual(unparsed, []);
  assert.deepEqual([...new Set(bare)].slice(0, 5), []);
});

test("what the brief says is in every package, and nobody else owns it", () => {
  const wrong = attempts.flatMap(({ first, conversation: { end, turns } }) => {
    const given = [JSON.stringify(first.draft), JSON.stringify(first.facts?.owner)];
    const changed = turns.some(({ candidate }) => {
      const owner = JSON.stringify((candidate as JsonObject).owner);
      return owner !== undefined && !given.some((each) => each?.includes(owner));
    });
    const candidate = end.kind === "built" ? (end.proposalPackage.candidate as JsonObject) : {};
    const differing = Object.entries(first.facts ?? {}).filter(
      ([name, fact]) => end.kind === "built" && !isDeepStrictEqual(candidate[name], fact),
    );
    return [...(changed ? [`${first.title}: owner`] : []), ...differing.map(([name]) => `${first.title}: ${name}`)];
  });
  figure("first drafts: packages or owners that differ from the brief", wrong.length, 0);
  assert.deepEqual(wrong, []);
});

test("the answers to first drafts are measured", () => {
  const bytes = attempts.map(({ conversation }) => bytesOf(conversation));
  const firstOnly = attempts.map(({ conversation: { turns } }) =>
    Buffer.byteLength(JSON.stringify(turns[0]?.verdict ?? null)),
  );
  const built = attempts.filter(({ conversation }) => conversation.end.kind === "built").length;
  figure("first drafts: built", `${built} of ${attempts.length}`, "printed");
  figure(
    "first drafts: answers",
    sum(attempts.map(({ conversation: { turns } }) => turns.length)),
    `${answersBefore} before`,
  );
  figure("first drafts: bytes of the first answers", sum(firstOnly), `${firstBytesBefore} before`);
  figure("first drafts: bytes of all answers", sum(bytes), `${bytesBefore} before`);
});

function sum(values: readonly number[]): number {
  return values.reduce((total, each) => total + each, 0);
}
