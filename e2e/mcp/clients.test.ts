import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { mcpTools } from "@assay/contract";
import { figure } from "@assay/testing/figure";
import { type Service, startService } from "../auth/service.ts";
import { aCandidate, anEnvelope } from "../http/service.ts";
import { realClients } from "./clients.ts";

let service: Service;
let key: string;
before(async () => {
  service = await startService();
  key = await service.newKey();
});
after(() => service[Symbol.asyncDispose]());

for (const { name, connect } of realClients) {
  test(`${name} lists the three tools and calls each of them`, async () => {
    await using client = await connect(service.url, key);
    const tools = await client.tools();
    assert.deepEqual(
      tools.map(({ name, description, inputSchema, outputSchema }) => ({
        name,
        description,
        inputSchema,
        outputSchema,
      })),
      mcpTools.map(({ name, description, inputSchema, outputSchema }) => ({
        name,
        description,
        inputSchema,
        outputSchema,
      })),
    );
    const list = await client.call("listDomains", {});
    assert.equal(list.structuredContent.domains[0].domainId, "generator-option");
    const broken = await client.call("validateProposal", anEnvelope({ candidate: aCandidate({ generatorId: 7 }) }));
    assert.deepEqual([broken.structuredContent.valid, broken.isError ?? false], [false, false]);
    const built = await client.call("buildProposal", anEnvelope());
    assert.equal(built.structuredContent.proposalPackage.format, "proposal-package/v1");
    for (const { structuredContent, content } of [list, broken, built]) {
      assert.deepEqual(content, [{ type: "text", text: JSON.stringify(structuredContent) }]);
    }
    figure(`tools listed and called by ${name}`, tools.length, 3);
  });
}
