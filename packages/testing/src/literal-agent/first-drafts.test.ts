import assert from "node:assert/strict";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "@assay/contract";
import { figure } from "../figure.ts";
import { attemptAll } from "./first-drafts.ts";
import { namesWhatIsNeeded } from "./orders.ts";

const attempts = attemptAll();

test("every answer to a first draft can be obeyed, and every question names what is needed", () => {
  const unparsed = attempts.flatMap(({ conversation }) => conversation.unparsed);
  const bare = attempts.flatMap(({ conversation: { end } }) =>
    end.kind === "asked" ? end.about.map(({ message }) => message).filter((each) => !namesWhatIsNeeded(each)) : [],
  );
  const built = attempts.filter(({ conversation }) => conversation.end.kind === "built").length;
  assert.equal(attempts.length, 30);
  figure("first drafts: built", `${built} of ${attempts.length}`, "printed");
  figure("first drafts: sentences that cannot be carried out", unparsed.length, 0);
  figure("first drafts: questions that do not name what is needed", bare.length, 0);
  assert.deepEqual(unparsed, []);
  assert.deepEqual([...new Set(bare)].slice(0, 5), []);
});

test("what the brief says is in every package, and its owner is the one given", () => {
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
