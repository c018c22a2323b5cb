import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { createMcpTools, type JsonObject } from "@assay/contract";
import { printFigure } from "@assay/testing/print-figure";
import { createJunkKey, sharedService } from "../auth/start-service-with-identity.ts";
import { createCandidate, createEnvelope } from "../http/create-envelope.ts";
import { type OfficialClient, officialClients, type Tool } from "./connect-clients.ts";
import { readResult, readText } from "./rpc.ts";

const service = sharedService();
const guide = readFileSync(new URL("../../docs/guides/agents.md", import.meta.url), "utf8");
const [, noKey = "", invalidKey = ""] = /^## When the key[^`]*`([^`]+)`[^`]*`([^`]+)`/m.exec(guide) ?? [];

for (const client of officialClients) testClient(client);

/** Tests that a client lists and calls all tools, and shows its user the problem with a key. */
function testClient({ name, connect }: OfficialClient): void {
  test(`${name} lists the three tools and calls each of them`, async () => {
    await using client = await connect(service().url, await service().createKey());
    const tools = await client.listTools();
    const expected = createMcpTools(readOutline(tools[1]?.inputSchema));
    assert.deepEqual(tools.map(pickSharedMembers), expected.map(pickSharedMembers));
    const list = await client.callTool("listDomains", {});
    assert.equal(readResult(list).domains[0].domainId, "generator-option");
    const invalid = await client.callTool(
      "validateProposal",
      createEnvelope({ candidate: createCandidate({ generatorId: 7 }) }),
    );
    assert.match(readText(invalid), /^1 error[\s\S]*\n\/generatorId: /);
    assert.equal(invalid.isError ?? false, false);
    const built = await client.callTool("buildProposal", createEnvelope());
    assert.equal(readResult(built).proposalPackage.format, "proposal-package/v1");
    printFigure(`tools listed and called by ${name}`, tools.length, 3);
  });

  test(`${name} lists the tools without a valid key, and its first call shows the error that the guide quotes`, async () => {
    const { id, key } = await service().identity.createKey(await service().identity.createPerson("Ada"));
    await service().identity.revokeKey(id);
    const errors: string[] = [];
    for (const sentKey of [undefined, createJunkKey(), key]) {
      await using client = await connect(service().url, sentKey);
      assert.equal((await client.listTools()).length, 3);
      const reason = await client.callTool("listDomains", {}).catch((reason: Error) => reason);
      assert.ok(reason instanceof Error);
      errors.push(reason.message.replace(/(\\?"id\\?":)\d+/, "$11").replace(/\\?"data\\?":.*$/s, "…"));
    }
    const [missing = "", unknown = "", revoked] = errors;
    assert.equal(unknown, revoked, "the error does not disclose whether a key ever existed");
    assert.ok(noKey !== "" && missing.includes(noKey), missing);
    assert.ok(invalidKey !== "" && unknown.includes(invalidKey), unknown);
  });
}

/** Reads how a tool outlines the candidates of the service's only domain. */
function readOutline(inputSchema: object | undefined): JsonObject {
  const { properties } = inputSchema as { readonly properties: { readonly candidate: JsonObject } };
  return properties.candidate;
}

function pickSharedMembers({
  name,
  description,
  inputSchema,
  outputSchema,
}: Tool & { readonly outputSchema?: object }) {
  return { name, description, inputSchema, outputSchema };
}
