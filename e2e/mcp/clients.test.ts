import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { createMcpTools, describeForAgent, type JsonObject } from "@assay/contract";
import { figure } from "@assay/testing/figure";
import { createJunkKey, sharedService } from "../auth/service.ts";
import { createCandidate, createEnvelope } from "../http/service.ts";
import { type RealClient, realClients } from "./clients.ts";

const service = sharedService();
const guide = readFileSync(new URL("../../docs/guides/agents.md", import.meta.url), "utf8");
const [, noKey = "", wrongKey = ""] = /^## When the key[^`]*`([^`]+)`[^`]*`([^`]+)`/m.exec(guide) ?? [];

for (const client of realClients) testClient(client);

/** Tests that a client lists and calls all tools, and shows its user what is wrong with a key. */
function testClient({ name, connect }: RealClient): void {
  test(`${name} lists the three tools and calls each of them`, async () => {
    await using client = await connect(service().url, await service().createKey());
    const tools = await client.tools();
    assert.deepEqual(
      tools.map(({ name, description, inputSchema, outputSchema }) => ({
        name,
        description,
        inputSchema,
        outputSchema,
      })),
      createMcpTools(outlineIn(tools[1]?.inputSchema)).map(({ name, description, inputSchema, outputSchema }) => ({
        name,
        description,
        inputSchema,
        outputSchema,
      })),
    );
    const list = await client.call("listDomains", {});
    assert.equal(list.structuredContent.domains[0].domainId, "generator-option");
    const broken = await client.call(
      "validateProposal",
      createEnvelope({ candidate: createCandidate({ generatorId: 7 }) }),
    );
    assert.deepEqual([broken.structuredContent.valid, broken.isError ?? false], [false, false]);
    const built = await client.call("buildProposal", createEnvelope());
    assert.equal(built.structuredContent.proposalPackage.format, "proposal-package/v1");
    for (const { structuredContent, content } of [list, built]) {
      assert.deepEqual(content, [{ type: "text", text: JSON.stringify(structuredContent) }]);
    }
    assert.deepEqual(broken.content, [{ type: "text", text: describeForAgent(broken.structuredContent) }]);
    figure(`tools listed and called by ${name}`, tools.length, 3);
  });

  test(`${name} lists the tools without a good key, and shows at the first call what the guide quotes`, async () => {
    const { id, key } = await service().identity.createKey(await service().identity.createPerson("Ada"));
    await service().identity.revokeKey(id);
    const shown: string[] = [];
    for (const presented of [undefined, createJunkKey(), key]) {
      await using client = await connect(service().url, presented);
      assert.equal((await client.tools()).length, 3);
      const reason = await client.call("listDomains", {}).catch((reason: Error) => reason);
      assert.ok(reason instanceof Error);
      shown.push(reason.message.replace(/(\\?"id\\?":)\d+/, "$11").replace(/\\?"data\\?":.*$/s, "…"));
    }
    const [missing = "", wrong = "", revoked] = shown;
    assert.equal(wrong, revoked, "nobody learns whether a key ever existed");
    assert.ok(noKey !== "" && missing.includes(noKey), missing);
    assert.ok(wrongKey !== "" && wrong.includes(wrongKey), wrong);
  });
}

// The one domain of the service, as its tools outline it.
function outlineIn(inputSchema: object | undefined): JsonObject {
  const { properties } = inputSchema as { readonly properties: { readonly candidate: JsonObject } };
  return properties.candidate;
}
