import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedService } from "../service.ts";

const service = sharedService();

test("a caller that names the current version gets 304 and no body", async () => {
  const { headers } = await service().call("listDomains");
  const etag = headers.etag ?? "";
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
    const again = await service().call("listDomains", { headers: { "if-none-match": known } });
    assert.equal(again.status, 304, known);
    assert.equal(again.headers.etag, etag);
    assert.equal(again.headers["cache-control"], "private, no-cache");
  }
});

test("a caller that names another version gets the list", async () => {
  const { status } = await service().call("listDomains", { headers: { "if-none-match": '"other"' } });
  assert.equal(status, 200);
});
