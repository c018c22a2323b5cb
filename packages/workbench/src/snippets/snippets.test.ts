import assert from "node:assert/strict";
import { test } from "node:test";
import { mcpTools } from "@assay/contract";
import { buildCommand, mcpCall, printableJson, quoteShell, submitCommand } from "./commands.ts";

const candidate = { name: "it's", "a b": [1, null, { c: "x" }] };
const options = {
  publicUrl: "https://assay.example",
  targetProduct: "datamint",
  domainId: "generator-option",
  candidate,
};

test("a quoted string is one word of a shell", () => {
  assert.equal(quoteShell("it's $HOME"), `'it'\\''s $HOME'`);
  assert.equal(quoteShell(""), "''");
});

test("a command names the key and never contains one", () => {
  assert.equal(
    buildCommand(options),
    `printf %s '{"targetProduct":"datamint","domainId":"generator-option","candidate":{"name":"it'\\''s","a b":[1,null,{"c":"x"}]}}' |
  curl -sS --globoff --url 'https://assay.example/api/build' \\
    -H "Authorization: Bearer $ASSAY_KEY" \\
    -H 'Content-Type: application/json' \\
    --data-binary @-`,
  );
});

test("a package is submitted with its Idempotency-Key, unless that could begin another header", () => {
  const proposalPackage = { format: "proposal-package/v1", candidate } as never;
  const submissionUrl = "https://datamint.example/api/proposals";
  const command = submitCommand({ submissionUrl, proposalPackage, idempotencyKey: "assay-0f" });
  assert.ok(command.includes(`-H 'Idempotency-Key: assay-0f'`));
  assert.ok(command.startsWith(`printf %s '{"proposalPackage":{"format":"proposal-package/v1",`));
  assert.ok(!submitCommand({ submissionUrl, proposalPackage, idempotencyKey: "a\r\nX: y" }).includes("X: y"));
});

test("an id with every sign stands in a command as it is", () => {
  const command = buildCommand({ ...options, candidate: { generatorId: "a/b@1.0+x:y" } });
  assert.ok(command.includes(`"candidate":{"generatorId":"a/b@1.0+x:y"}}' |`));
});

test("an MCP call is one message for a tool that exists", () => {
  const { address, message } = mcpCall(options);
  const { method, params } = JSON.parse(message);
  assert.equal(address, "https://assay.example/mcp");
  assert.equal(method, "tools/call");
  assert.ok(mcpTools.some(({ name }) => name === params.name));
  assert.deepEqual(params.arguments.candidate, candidate);
});

test("what a reader cannot see is copied as an escape", () => {
  const hidden = { a: "x\u202ey\u0007\u009b\u00a0\u2028\ufeff\u{e0041}\ud800 ä\u{1f600}" };
  const written = printableJson(hidden, 2);
  assert.match(written, /^[\n\x20-\x7e\u00e4\u{1f600}]+$/u);
  assert.deepEqual(JSON.parse(written), hidden);
});
