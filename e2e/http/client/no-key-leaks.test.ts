import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type AssayError, type Client, createClient } from "@assay/client";
import type { BuildResult } from "@assay/contract";
import { printFigure } from "@assay/testing/print-figure";
import { json, redirect, type ScriptedServer, startScriptedServer } from "../../scripted-server.ts";
import { createCandidate, createEnvelope } from "../create-envelope.ts";
import { type Service, startService } from "../start-service.ts";

const key = "ai_must-not-leak";
const request = { targetProduct: "datamint", domainId: "generator-option", candidate: createCandidate() };

let otherServer: ScriptedServer;
let service: Service;
let built: BuildResult & { readonly valid: true };
before(async () => {
  otherServer = await startScriptedServer(json({ domains: [], proposals: [] }));
  service = await startService();
  const { json: result } = await service.call("buildProposal", { body: createEnvelope() });
  built = result;
});
after(async () => {
  const withKey = otherServer.requests.filter((request) => JSON.stringify(request).includes(key));
  printFigure("requests with a key to an origin that the caller did not name", withKey.length, 0);
  await otherServer[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
  assert.deepEqual(otherServer.requests, []);
});

const calls: { readonly [name: string]: (client: Client, product: string) => Promise<unknown> } = {
  listDomains: (client) => client.listDomains(),
  validate: (client) => client.validate(request),
  build: (client) => client.build(request),
  submit: (client, product) => client.submit(createSubmission(`${product}/api/proposals`)),
  listProposals: (client, product) => client.listProposals(`${product}/api/proposals`),
};

for (const [name, call] of Object.entries(calls)) {
  test(`${name} follows no redirect, not even within the same origin`, async () => {
    for (const [status, to] of [
      [302, `${otherServer.origin}/api/domains`],
      [307, `${otherServer.origin}/api/domains`],
      [308, "/v2/api/domains"],
    ] as const) {
      await using server = await startScriptedServer(redirect(status, to), json({ domains: [] }));
      const client = createClient({ service: server.origin, key, products: [server.origin] });
      await assert.rejects(call(client, server.origin), (error: AssayError) => {
        assert.partialDeepStrictEqual({ ...error }, { code: "redirected", status, retryable: false });
        return error.detail.includes(to);
      });
      assert.equal(server.requests.length, 1);
      assert.equal(server.requests[0]?.headers.authorization, `Bearer ${key}`);
    }
  });
}

test("listProposals sends no key to an origin that the caller did not name", async () => {
  const client = createClient({ service: service.url, key });
  await assert.rejects(client.listProposals(`${otherServer.origin}/api/proposals`), { code: "origin-not-named" });
  await assert.rejects(client.listProposals(`${service.url}/api/proposals`), { code: "origin-not-named" });
});

function createSubmission(url: string) {
  return { ...built, submission: { ...built.submission, url } };
}
