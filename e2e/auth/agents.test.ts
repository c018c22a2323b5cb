import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { JsonObject } from "@assay/contract";
import type { Identity, Person } from "@assay/sandbox";
import { anEnvelope } from "../http/service.ts";
import { type Agent, type AgentAnswer, createAgentClient } from "./agent-client.ts";
import { type Service, startService } from "./service.ts";

const validate = "assay.validateProposal";
const build = "assay.buildProposal";

let service: Service;
before(async () => {
  service = await startService();
});
after(() => service[Symbol.asyncDispose]());

test("an agent does what its person granted, and Assay knows which agent it was", async () => {
  const { agent } = await anAgent(validate, build, "assay.listDomains");
  const { identity } = service;
  const listed = await execute(identity, agent, "assay.listDomains");
  assert.equal(listed.status, 200);
  const caller = { subject: (await service.owner()).id };
  assert.partialDeepStrictEqual(listed.body, { data: { domains: [{ domainId: "generator-option" }], caller } });
  const validated = await execute(identity, agent, validate, anEnvelope());
  assert.equal(validated.status, 200);
  assert.partialDeepStrictEqual(validated.body, { data: { valid: true } });
  const built = await execute(identity, agent, build, anEnvelope());
  assert.equal(built.status, 200);
  const { proposalPackage } = built.body.data as { readonly [name: string]: JsonObject };
  assert.match(String(proposalPackage?.digest), /^sha256[:-]/);

  const lines = service.logged("call").filter(({ callerId }) => callerId === agent.id);
  const told = lines.map(({ operation, status, caller, issuer }) => [operation, status, caller, issuer]);
  assert.deepEqual(told, [
    ["listDomains", 200, "agent", identity.issuer],
    ["validateProposal", 200, "agent", identity.issuer],
    ["buildProposal", 200, "agent", identity.issuer],
  ]);
});

test("a grant or an agent that was revoked gets nothing from Assay", async () => {
  const { agent, person } = await anAgent(validate, build);
  const { identity } = service;
  await identity.as(person, "/agent/revoke-capability", { agent_id: agent.id, capabilities: [validate] });
  assert.equal((await execute(identity, agent, validate, anEnvelope())).status, 403);
  assert.equal((await execute(identity, agent, build, anEnvelope())).status, 200, "the other grant is as it was");
  await identity.as(person, "/agent/revoke", { agent_id: agent.id });
  assert.equal((await execute(identity, agent, build, anEnvelope())).status, 403);
  assert.equal(service.logged("call").filter(({ callerId }) => callerId === agent.id).length, 1);
});

test("arguments that are named like headers are members of the body, whoever they name", async () => {
  const { agent } = await anAgent(validate);
  const smuggled = { "x-adt-proxy-agent": "agt_root", Authorization: "Bearer ai_root", Signature: "adt=:AAAA:" };
  const { status, body } = await execute(service.identity, agent, validate, { ...anEnvelope(), ...smuggled });
  assert.deepEqual([status, body.error], [422, "invalid-envelope"]);
  assert.equal(service.logged("call").at(-1)?.callerId, agent.id);
});

async function anAgent(...capabilities: readonly string[]) {
  const person = await service.owner();
  return { person, agent: await agentOf(service.identity, person, ...capabilities) };
}

/** A new agent on a new device of a person, who granted it these capabilities. */
async function agentOf(identity: Identity, person: Person, ...capabilities: readonly string[]): Promise<Agent> {
  const client = createAgentClient(identity.issuer);
  const { enrollmentToken } = (await identity.as(person, "/host/create", { name: "a device" })) as {
    readonly enrollmentToken: string;
  };
  const agent = await client.register(await client.enrol(enrollmentToken), "agent");
  if (capabilities.length > 0)
    await identity.as(person, "/agent/grant-capability", { agent_id: agent.id, capabilities });
  return agent;
}

/** Has the identity service execute a capability for an agent. */
function execute({ issuer }: Identity, agent: Agent, capability: string, args?: object): Promise<AgentAnswer> {
  return createAgentClient(issuer).execute(agent, capability, args);
}
