import assert from "node:assert/strict";
import { test } from "node:test";
import { anEnvelope } from "../http/service.ts";
import { startService } from "./service.ts";

const keyUrl = "https://id.example/keys";

test("a caller without a key learns where keys are issued, over HTTP, over MCP and when its client looks for a sign-in", async () => {
  await using service = await startService({ more: { keyUrl } });
  const plain = await service.call("validateProposal", { body: anEnvelope() });
  assert.ok(plain.json.detail.endsWith(keyUrl), plain.json.detail);
  const called = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "listDomains", arguments: {} } };
  const overMcp = await fetch(`${service.url}/mcp`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-11-25",
    },
    body: JSON.stringify(called),
  });
  const { error } = (await overMcp.json()) as { readonly error: { readonly message: string } };
  assert.equal(overMcp.status, 401);
  assert.ok(error.message.endsWith(keyUrl), error.message);
  const signIn = await fetch(`${service.url}/.well-known/oauth-protected-resource/mcp`);
  assert.ok((await signIn.text()).includes(keyUrl));
});
