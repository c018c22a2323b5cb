import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { junkKey, type Service, startService } from "../auth/service.ts";
import { realClients } from "./clients.ts";
import { signingIn } from "./sign-in.ts";

const guide = readFileSync(new URL("../../docs/guides/agents.md", import.meta.url), "utf8");

let service: Service;
before(async () => {
  service = await startService();
});
after(() => service[Symbol.asyncDispose]());

for (const { name, connect } of realClients) {
  test(`${name} lists the tools without a good key, and shows at the first call what the guide quotes`, async () => {
    const { id, key } = await service.identity.createKey(await service.identity.createPerson("Ada"));
    await service.identity.revokeKey(id);
    const shown: string[] = [];
    for (const presented of [undefined, junkKey(), key]) {
      await using client = await connect(service.url, presented);
      assert.equal((await client.tools()).length, 3);
      const reason = await client.call("listDomains", {}).catch((reason: Error) => reason);
      assert.ok(reason instanceof Error);
      shown.push(reason.message.replace(/(\\?"id\\?":)\d+/, "$11").replace(/\\?"data\\?":.*$/s, "…"));
    }
    const [missing = "", wrong = "", revoked] = shown;
    assert.equal(wrong, revoked, "nobody learns whether a key ever existed");
    for (const text of [missing, wrong]) assert.ok(guide.split("\n").includes(text), text);
  });
}

for (const [name, call] of Object.entries(signingIn)) {
  test(`${name}, when it tries to sign in, tells its user to set a key`, async () => {
    const reason = await call(new URL(`${service.url}/mcp`)).catch((reason: Error) => reason);
    assert.ok(reason instanceof Error);
    assert.ok(guide.split("\n").includes(reason.message), reason.message);
  });
}
