import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedService } from "../service.ts";

const service = sharedService();

test("whoever names the version at hand gets 304 and no body", async () => {
  const { headers } = await service().call("listDomains");
  const etag = headers.etag ?? "";
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
    const again = await service().call("listDomains", { headers: { "if-none-match": known } });
    assert.equal(again.status, 304, known);
    assert.equal(again.headers.etag, etag);
    assert.equal(again.headers["cache-control"], "private, no-cache");
  }
});

test("whoever names another version gets the list", async () => {
  const { status } = await service().call("listDomains", { headers: { "if-none-match": '"other"' } });
  assert.equal(status, 200);
});
