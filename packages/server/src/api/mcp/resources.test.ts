import assert from "node:assert/strict";
import { test } from "node:test";
import type { SpecPackage } from "@assay/contract";
import { createMessageServer } from "./message-server.ts";
import { specOutline } from "./resources.ts";

const kinds = ["human"];
const rules = { version: "1.0.0", title: "Rules", owner: { kinds }, candidateSchema: {} };
const owner = { kind: "human", id: "ada" };
const refused = { name: "refused", expect: [{ code: "field.missing", path: "/title" }], candidate: { owner } };
const accepted = { name: "accepted", expect: [], candidate: { owner, title: "A" } };
const outline = (...tests: readonly object[]) => specOutline({ ...rules, tests } as unknown as SpecPackage);

test("a spec package is read without its tests, with the first candidate that it accepts", () => {
  assert.deepEqual(outline(refused, accepted), { ...rules, acceptedExample: { title: "A" } });
});

test("an example has no owner that could be copied", () => {
  assert.ok(!JSON.stringify(outline(refused, accepted)).includes("ada"));
});

test("a spec package that accepts no example is read without one", () => {
  assert.deepEqual(outline(refused), rules);
});

test("the schema of an outline lists the kinds of owner", () => {
  const candidateSchema = { properties: { owner: { properties: { kind: {} } } } };
  const { candidateSchema: shown } = specOutline({ ...rules, candidateSchema, tests: [] } as unknown as SpecPackage);
  assert.deepEqual(shown, { properties: { owner: { properties: { kind: { enum: kinds } } } } });
});

test("of a thousand domains, the list of resources has fifty, and no rules are written to list them", async () => {
  const domains = Array.from({ length: 1_000 }, (_, index) => ({ targetProduct: "datamint", domainId: `d-${index}` }));
  let read = 0;
  const document = {
    ...rules,
    get tests() {
      read += 1;
      return [accepted];
    },
  } as unknown as SpecPackage;
  const server = createMessageServer({
    ...{ publicUrl: "https://assay.example", version: "1.0.0", serviceName: "assay", domains },
    specPackage: () => document,
    nextSpecPackage: () => document,
  });
  const list = async (method: string, params = {}) => {
    const answer = await server.serve({ jsonrpc: "2.0", id: 1, method, params }, []);
    assert.ok("body" in answer);
    return JSON.parse(answer.body).result;
  };
  const uris: string[] = (await list("resources/list")).resources.map(({ uri }: { uri: string }) => uri);
  for (const end of [/d-\d+$/, /\/next$/]) {
    assert.equal(uris.filter((uri) => uri.startsWith("assay://spec/") && end.test(uri)).length, 50);
  }
  assert.equal(read, 0);
  const { contents } = await list("resources/read", { uri: "assay://spec/datamint/d-999" });
  assert.deepEqual(JSON.parse(contents[0].text).acceptedExample, { title: "A" });
});
