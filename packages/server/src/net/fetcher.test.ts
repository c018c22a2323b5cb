import assert from "node:assert/strict";
import { test } from "node:test";
import { describeFailure } from "./fetcher.ts";

test("quotes the error if Redis refuses the user, and names the setting to check", () => {
  for (const [answer, remedy] of [
    ["WRONGPASS invalid username-password pair or user is disabled.", /\w\. Check .* ASSAY_STORE_URL$/],
    ["NOAUTH Authentication required.", /\w\. Check .* ASSAY_STORE_URL$/],
    ["NOPERM this user has no permissions to run the 'eval' command", /\w' command\. Ask .* ASSAY_STORE_URL .*EVALSHA/],
  ] as const) {
    const described = describeFailure(new Error(answer));
    assert.ok(described.startsWith(answer.replace(/\.$/, ". ")), described);
    assert.match(described, remedy);
  }
  assert.equal(describeFailure(new Error("ERR unknown command.")), "ERR unknown command.");
});
