import assert from "node:assert/strict";
import { after, test } from "node:test";
import { aPackage, get, submitTo } from "../test/packages.ts";
import { startSandbox } from "./start-sandbox.ts";

const sandbox = await startSandbox();
after(() => sandbox[Symbol.asyncDispose]());
const { datamint, voting } = sandbox;

test("in a browser, Datamint and the voting service say what they are, and lead to each proposal and ballot", async () => {
  const proposalPackage = aPackage({ generatorName: "<b>Loyalty</b>\u202e card" });
  const { proposal } = (await submitTo(datamint.submissionUrl, { proposalPackage })).body;
  const expected = [
    [datamint.origin, "Datamint", `/proposals/${proposal.id}`],
    [voting.origin, "Voting", `/ballots/${proposal.ballot.id}`],
  ] as const;
  for (const [origin, name, link] of expected) {
    const page = await pageAt(origin);
    assert.match(page, new RegExp(`<h1>${name}</h1>`));
    assert.ok(page.includes(`<a href="${link}">`), page);
    assert.doesNotMatch(page, /<b>/);
    const linked = await pageAt(`${origin}${link}`);
    assert.match(linked, /<section class="review"/);
    // A character that turns the text around is written out, as in the review.
    for (const text of [page, linked]) assert.match(text, /^[^\u202e]*\\u\{202e\} card[^\u202e]*$/);
  }
  assert.match(await pageAt(datamint.origin), /cannot be withdrawn/);
  assert.ok(
    (await pageAt(`${datamint.origin}/proposals/${proposal.id}`)).includes(`<a href="${proposal.ballot.url}">`),
  );
});

test("other clients get the same as JSON", async () => {
  for (const [origin, name] of [
    [datamint.origin, "Datamint"],
    [voting.origin, "Voting"],
  ] as const) {
    const { status, body } = await get(origin);
    assert.equal(status, 200);
    assert.deepEqual([body.name, Object.keys(body)], [name, ["name", "description", "routes"]]);
  }
});

test("a problem is a page in a browser, too", async () => {
  const response = await fetch(`${datamint.origin}/nothing`, { headers: { accept: "text/html" } });
  assert.equal(response.status, 404);
  assert.match(await response.text(), /<h1>Nothing exists at this path<\/h1>/);
});

async function pageAt(url: string): Promise<string> {
  const response = await fetch(url, { headers: { accept: "text/html,application/xhtml+xml" } });
  assert.equal(response.headers.get("content-type"), "text/html; charset=utf-8");
  return await response.text();
}
