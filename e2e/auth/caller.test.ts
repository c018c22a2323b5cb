import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { post, toolCall } from "../mcp/rpc.ts";
import { bearer, junkKey, type Service, startService } from "./service.ts";

let service: Service;
before(async () => {
  service = await startService();
});
after(() => service[Symbol.asyncDispose]());

test("a caller with a key is told who they are, and nobody may keep that answer", async () => {
  const ada = await service.identity.createPerson("Ada");
  const headers = bearer(await service.newKey(ada));
  const anonymous = await service.call("listDomains");
  assert.equal("caller" in anonymous.json, false);
  // A caller who has the list already is not told that nothing has changed: the answer names them.
  const known = { ...headers, "if-none-match": anonymous.headers.etag ?? assert.fail() };
  for (const sent of [headers, known, { ...headers, "if-none-match": "*" }]) {
    const told = await service.call("listDomains", { headers: sent });
    assert.equal(told.status, 200);
    assert.deepEqual(told.json, { ...anonymous.json, caller: { subject: ada.id } });
    assert.deepEqual([told.headers["cache-control"], told.headers.etag], ["private, no-store", undefined]);
    assert.ok(told.headers.ratelimit, "it is counted as before");
  }
  assert.equal("caller" in (await service.call("listDomains")).json, false);
  assert.equal((await service.call("listDomains", { headers: bearer(junkKey()) })).status, 401);
});

test("nobody is told over MCP", async () => {
  const headers = bearer(await service.newKey());
  const { status, json } = await post(service.url, toolCall("listDomains", {}), { headers });
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(json.result.structuredContent), ["domains", "engine"]);
  assert.ok(!JSON.stringify(json).includes("caller"));
});
