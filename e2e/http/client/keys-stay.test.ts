import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type AssayError, type Client, createClient } from "@assay/client";
import type { BuildResult } from "@assay/contract";
import { figure } from "@assay/testing/figure";
import { json, redirect, type ScriptedServer, startScriptedServer } from "../../scripted-server.ts";
import { createCandidate, createEnvelope, type Service, startService } from "../service.ts";

const key = "ai_must-not-leak";
const request = { targetProduct: "datamint", domainId: "generator-option", candidate: createCandidate() };

let elsewhere: ScriptedServer;
let service: Service;
let built: BuildResult & { readonly valid: true };
before(async () => {
  elsewhere = await startScriptedServer(json({ domains: [], proposals: [] }));
  service = await startService();
  const { json: result } = await service.call("buildProposal", { body: createEnvelope() });
  built = result;
});
after(async () => {
  const withKey = elsewhere.got.filter((got) => JSON.stringify(got).includes(key));
  figure("requests with a key at an origin that was not named", withKey.length, 0);
  await elsewhere[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
  assert.deepEqual(elsewhere.got, []);
});

const calls: { readonly [name: string]: (client: Client, product: string) => Promise<unknown> } = {
  listDomains: (client) => client.listDomains(),
  validate: (client) => client.validate(request),
  build: (client) => client.build(request),
  submit: (client, product) => client.submit(createSubmission(`${product}/api/proposals`)),
  listProposals: (client, product) => client.listProposals(`${product}/api/proposals`),
};

for (const [name, call] of Object.entries(calls)) {
  test(`${name} follows no redirect, within the origin or to another`, async () => {
    for (const [status, to] of [
      [302, `${elsewhere.origin}/api/domains`],
      [307, `${elsewhere.origin}/api/domains`],
      [308, "/v2/api/domains"],
    ] as const) {
      await using server = await startScriptedServer(redirect(status, to), json({ domains: [] }));
      const client = createClient({ service: server.origin, key, products: [server.origin] });
      await assert.rejects(call(client, server.origin), ({ code, detail, status: got, retryable }: AssayError) => {
        assert.deepEqual([code, got, retryable], ["redirected", status, false]);
        return detail.includes(to);
      });
      assert.equal(server.got.length, 1);
      assert.equal(server.got[0]?.headers.authorization, `Bearer ${key}`);
    }
  });
}

test("a service cannot have proposals listed, with the key, at a place that was not named", async () => {
  const client = createClient({ service: service.url, key });
  await assert.rejects(client.listProposals(`${elsewhere.origin}/api/proposals`), { code: "origin-not-named" });
  await assert.rejects(client.listProposals(`${service.url}/api/proposals`), { code: "origin-not-named" });
});

function createSubmission(url: string) {
  return { ...built, submission: { ...built.submission, url } };
}
