// Agents share the address of their identity service: what one of them does must not cost the others anything.
import assert from "node:assert/strict";
import { test } from "node:test";
import { limits } from "@assay/contract";
import { anEnvelope } from "../http/service.ts";
import { standing, trustedProxies } from "../limit/from.ts";
import { startService } from "./service.ts";
import { signed } from "./signed.ts";

// A long minute, so that a slow machine does not let it pass.
const defaults = { limit: { calls: 20, windowSeconds: 600 }, more: { trustedProxies } };
const oversize = JSON.stringify(anEnvelope({ padding: "x".repeat(limits.bodyBytes) }));

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
