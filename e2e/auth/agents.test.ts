import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { JsonObject } from "@assay/contract";
import { createEnvelope } from "../http/create-envelope.ts";
import { type Agent, createAgentClient } from "./agent-client.ts";
import { type Service, startService } from "./start-service-with-identity.ts";

const validate = "assay.validateProposal";
const build = "assay.buildProposal";

let service: Service;
before(async () => {
  service = await startService();
});
after(() => service[Symbol.asyncDispose]());

test("an agent can use the capabilities that a person granted it, and the log names the agent", async () => {
  const { agent } = await createAgent(validate, build, "assay.listDomains");
  const { issuer } = service.identity;
  const listed = await execute(agent, "assay.listDomains");
  assert.equal(listed.status, 200);
  const caller = { subject: (await service.createOwner()).id };
  assert.partialDeepStrictEqual(listed.body, { data: { domains: [{ domainId: "generator-option" }], caller } });
  const validated = await execute(agent, validate, createEnvelope());
  assert.equal(validated.status, 200);
  assert.partialDeepStrictEqual(validated.body, { data: { valid: true } });
  const built = await execute(agent, build, createEnvelope());
  assert.equal(built.status, 200);
  const { proposalPackage } = built.body.data as { readonly [name: string]: JsonObject };
  assert.match(String(proposalPackage?.digest), /^sha256[:-]/);

  const lines = service.findLogLines("call").filter(({ callerId }) => callerId === agent.id);
  const logged = lines.map(({ operation, status, caller, issuer }) => [operation, status, caller, issuer]);
  assert.deepEqual(logged, [
    ["listDomains", 200, "agent", issuer],
    ["validateProposal", 200, "agent", issuer],
    ["buildProposal", 200, "agent", issuer],
  ]);
});

test("revoking a capability or the agent itself takes effect at once", async () => {
  const { agent, person } = await createAgent(validate, build);
  const { identity } = service;
  await identity.postAs(person, "/agent/revoke-capability", { agent_id: agent.id, capabilities: [validate] });
  assert.equal((await execute(agent, validate, createEnvelope())).status, 403);
  assert.equal((await execute(agent, build, createEnvelope())).status, 200, "the other capability is still granted");
  await identity.postAs(person, "/agent/revoke", { agent_id: agent.id });
  assert.equal((await execute(agent, build, createEnvelope())).status, 403);
  assert.equal(service.findLogLines("call").filter(({ callerId }) => callerId === agent.id).length, 1);
});

test("arguments named like headers stay in the body and do not change the caller's identity", async () => {
  const { agent } = await createAgent(validate);
  const smuggled = { "x-adt-proxy-agent": "agt_root", Authorization: "Bearer ai_root", Signature: "adt=:AAAA:" };
  const { status, body } = await execute(agent, validate, { ...createEnvelope(), ...smuggled });
  assert.deepEqual([status, body.error], [422, "invalid-envelope"]);
  assert.equal(service.findLogLines("call").at(-1)?.callerId, agent.id);
});

/** Registers an agent on a new device that belongs to the owner, and grants it these capabilities. */
async function createAgent(...capabilities: readonly string[]) {
  const { identity } = service;
  const person = await service.createOwner();
  const client = createAgentClient(identity.issuer);
  const { enrollmentToken } = (await identity.postAs(person, "/host/create", { name: "a device" })) as {
    readonly enrollmentToken: string;
  };
  const agent = await client.register(await client.enroll(enrollmentToken), "agent");
  await identity.postAs(person, "/agent/grant-capability", { agent_id: agent.id, capabilities });
  return { person, agent };
}

function execute(agent: Agent, capability: string, args?: object) {
  return createAgentClient(service.identity.issuer).execute(agent, capability, args);
}
