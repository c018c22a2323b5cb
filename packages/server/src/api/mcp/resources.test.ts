import assert from "node:assert/strict";
import { test } from "node:test";
import type { SpecPackage } from "@assay/contract";
import { createMessageServer } from "./message-server.ts";

const rules = { version: "1.0.0", title: "Rules", owner: { kinds: ["human"] }, candidateSchema: {} };
const accepted = { name: "accepted", expect: [], candidate: { owner: { kind: "human", id: "ada" }, title: "A" } };

test("lists resources for at most fifty domains, without reading their tests", async () => {
  let reads = 0;
  const document = {
    ...rules,
    get tests() {
      reads += 1;
      return [accepted];
    },
  } as unknown as SpecPackage;
  const specPackage = { value: { document } };
  const domains = Array.from({ length: 1_000 }, (_, index) => {
    return { targetProduct: "datamint", domainId: `d-${index}`, specPackage, next: specPackage };
  });
  const server = createMessageServer({
    ...{ publicUrl: "https://assay.example", version: "1.0.0", serviceName: "assay", domains },
  });
  const request = async (method: string, params = {}) => {
    const answer = await server.serve({ jsonrpc: "2.0", id: 1, method, params }, []);
    assert.ok("body" in answer);
    return JSON.parse(answer.body).result;
  };
  const uris: string[] = (await request("resources/list")).resources.map(({ uri }: { uri: string }) => uri);
  for (const end of [/d-\d+$/, /\/next$/]) {
    assert.equal(uris.filter((uri) => uri.startsWith("assay://spec/") && end.test(uri)).length, 50);
  }
  assert.equal(reads, 0);
  const { contents } = await request("resources/read", { uri: "assay://spec/datamint/d-999" });
  assert.deepEqual(JSON.parse(contents[0].text).acceptedExample, { title: "A" });
});
