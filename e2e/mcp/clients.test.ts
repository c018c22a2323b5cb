import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedService } from "../auth/service.ts";
import { realClients } from "./clients.ts";
import { signingIn } from "./sign-in.ts";
import { guideLines, testClient } from "./test-clients.ts";

const service = sharedService();

for (const client of realClients) testClient(client, service);

for (const [name, call] of Object.entries(signingIn)) {
  test(`${name}, when it tries to sign in, tells its user to set a key`, async () => {
    const reason = await call(new URL(`${service().url}/mcp`)).catch((reason: Error) => reason);
    assert.ok(reason instanceof Error);
    assert.ok(guideLines.includes(reason.message), reason.message);
  });
}
