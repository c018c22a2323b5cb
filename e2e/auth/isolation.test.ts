// Agents share the address of their identity service: what one of them does must not cost the others anything.
import assert from "node:assert/strict";
import { test } from "node:test";
import { limits } from "@assay/contract";
import { figure } from "@assay/testing/figure";
import { exchange } from "../http/exchange.ts";
import { anEnvelope } from "../http/service.ts";
import { count, standing, trustedProxies } from "../limit/from.ts";
import { execute, grantedAgent } from "./granted-agent.ts";
import { startService } from "./service.ts";
import { signed } from "./signed.ts";

const validate = "assay.validateProposal";
// A long minute, so that a slow machine does not let it pass.
const defaults = { limit: { calls: 20, windowSeconds: 600 }, more: { trustedProxies } };
const oversize = JSON.stringify(anEnvelope({ padding: "x".repeat(limits.bodyBytes) }));

test("300 oversize calls of one agent cost that agent its calls, and no other agent anything", async () => {
  await using service = await startService(defaults);
  const [greedy, ...others] = await Promise.all(Array.from({ length: 4 }, () => grantedAgent(service, validate)));
  assert.ok(greedy);
  // As an identity service sends them that does not look at sizes, from the address of the real one.
  const flood = Array.from({ length: 300 }, () =>
    service.call("validateProposal", signed(service, { agent: greedy.id, body: oversize })),
  );
  const works = others.flatMap((agent) =>
    Array.from({ length: 20 }, () => execute(service.identity, agent, validate, anEnvelope())),
  );
  const [refused, during] = await Promise.all([Promise.all(flood), Promise.all(works)]);
  const after = await execute(service.identity, await grantedAgent(service, validate), validate, anEnvelope());

  const honest = [...during, after];
  figure(`calls of other agents refused, of ${honest.length}`, honest.length - count(honest, 200), 0);
  assert.deepEqual(new Set(honest.map(({ status }) => status)), new Set([200]));
  assert.deepEqual([count(refused, 413), count(refused, 429)], [20, 280]);
  assert.equal(standing(await service.call("listDomains")).left, 19, "the address was charged nothing");
});

test("whatever comes after the head of a signed call is charged to the agent that it was signed for", async (t) => {
  await using service = await startService(defaults);
  const body = JSON.stringify(anEnvelope());
  const cases = {
    "an oversize body": { status: 413, sent: (agent: string) => signed(service, { agent, body: oversize }) },
    "a body of another type": {
      status: 415,
      sent: (agent: string) => signed(service, { agent, contentType: "text/plain" }),
    },
    "a body that is not JSON": { status: 400, sent: (agent: string) => signed(service, { agent, body: "{" }) },
    "another body than the one that was signed": {
      status: 401,
      sent: (agent: string) => ({ ...signed(service, { agent }), body: body.replace("datamint", "datamini") }),
    },
    "an operation that was not granted": {
      status: 403,
      sent: (agent: string) => signed(service, { agent, capability: "assay.buildProposal" }),
    },
  };
  for (const [title, { status, sent }] of Object.entries(cases)) {
    await t.test(`${title} (${status})`, async () => {
      const agent = `agt_${status}`;
      const call = sent(agent);
      const answer = await service.call("validateProposal", call);
      assert.deepEqual([answer.status, standing(answer).left], [status, 19]);
      const told = service.logged("call").at(-1);
      assert.deepEqual([told?.status, told?.callerId], [status, agent], "the log names the agent");
      const again = await service.call("validateProposal", call);
      assert.equal(again.status, 401, "the nonce is spent");
      const next = await service.call("validateProposal", signed(service, { agent }));
      assert.deepEqual([next.status, standing(next).left], [200, 18]);
    });
  }
});

test("a signed call that is refused by its head is refused before its body is sent", async () => {
  await using service = await startService(defaults);
  const heads = {
    413: () => ({ headers: signed(service, { body: oversize }).headers, length: oversize.length }),
    403: () => ({ headers: signed(service, { capability: "assay.buildProposal" }).headers, length: 100 }),
    401: () => ({ headers: { ...signed(service).headers, "x-adt-proxy-agent": "agt_forged" }, length: 100 }),
  };
  for (const [status, sent] of Object.entries(heads)) {
    for (const expect of [{}, { expect: "100-continue" }]) {
      const { headers, length } = sent();
      const head = headOf({ ...headers, ...expect, "content-length": `${length}` });
      const { answers, closed } = await exchange(service.url, head, { expect: 1, closes: true });
      assert.deepEqual([answers.map((answer) => `${answer.status}`), closed], [[status], true]);
      assert.equal(answers[0]?.headers.connection, "close");
    }
  }
  const { headers, body } = signed(service);
  const head = headOf({ ...headers, expect: "100-continue", "content-length": `${String(body).length}` });
  const { answers } = await exchange(service.url, `${head}${body}`, { expect: 1 });
  assert.deepEqual(
    answers.map(({ status }) => status),
    [100, 200],
  );
});

function headOf(headers: { readonly [name: string]: string }): string {
  const lines = Object.entries({ host: "assay", ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST /api/validate HTTP/1.1\r\n${lines.join("")}\r\n`;
}
