import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { JsonObject } from "@assay/contract";
import type { Identity, Person } from "@assay/sandbox";
import { createEnvelope } from "../http/service.ts";
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
  const { agent } = await createAgent(validate, build, "assay.listDomains");
  const { identity } = service;
  const listed = await execute(identity, agent, "assay.listDomains");
  assert.equal(listed.status, 200);
  const caller = { subject: (await service.createOwner()).id };
  assert.partialDeepStrictEqual(listed.body, { data: { domains: [{ domainId: "generator-option" }], caller } });
  const validated = await execute(identity, agent, validate, createEnvelope());
  assert.equal(validated.status, 200);
  assert.partialDeepStrictEqual(validated.body, { data: { valid: true } });
  const built = await execute(identity, agent, build, createEnvelope());
  assert.equal(built.status, 200);
  const { proposalPackage } = built.body.data as { readonly [name: string]: JsonObject };
  assert.match(String(proposalPackage?.digest), /^sha256[:-]/);

  const lines = service.findLogLines("call").filter(({ callerId }) => callerId === agent.id);
  const logEntries = lines.map(({ operation, status, caller, issuer }) => [operation, status, caller, issuer]);
  assert.deepEqual(logEntries, [
    ["listDomains", 200, "agent", identity.issuer],
    ["validateProposal", 200, "agent", identity.issuer],
    ["buildProposal", 200, "agent", identity.issuer],
  ]);
});

test("a grant or an agent that was revoked gets nothing from Assay", async () => {
  const { agent, person } = await createAgent(validate, build);
  const { identity } = service;
  await identity.postAs(person, "/agent/revoke-capability", { agent_id: agent.id, capabilities: [validate] });
  assert.equal((await execute(identity, agent, validate, createEnvelope())).status, 403);
  assert.equal((await execute(identity, agent, build, createEnvelope())).status, 200, "the other grant is as it was");
  await identity.postAs(person, "/agent/revoke", { agent_id: agent.id });
  assert.equal((await execute(identity, agent, build, createEnvelope())).status, 403);
  assert.equal(service.findLogLines("call").filter(({ callerId }) => callerId === agent.id).length, 1);
});

test("arguments that are named like headers are members of the body, whoever they name", async () => {
  const { agent } = await createAgent(validate);
  const smuggled = { "x-adt-proxy-agent": "agt_root", Authorization: "Bearer ai_root", Signature: "adt=:AAAA:" };
  const { status, body } = await execute(service.identity, agent, validate, { ...createEnvelope(), ...smuggled });
  assert.deepEqual([status, body.error], [422, "invalid-envelope"]);
  assert.equal(service.findLogLines("call").at(-1)?.callerId, agent.id);
});

async function createAgent(...capabilities: readonly string[]) {
  const person = await service.createOwner();
  return { person, agent: await registerAgent(service.identity, person, ...capabilities) };
}

/** A new agent on a new device of a person, who granted it these capabilities. */
async function registerAgent(identity: Identity, person: Person, ...capabilities: readonly string[]): Promise<Agent> {
  const client = createAgentClient(identity.issuer);
  const { enrollmentToken } = (await identity.postAs(person, "/host/create", { name: "a device" })) as {
    readonly enrollmentToken: string;
  };
  const agent = await client.register(await client.enrol(enrollmentToken), "agent");
  if (capabilities.length > 0)
    await identity.postAs(person, "/agent/grant-capability", { agent_id: agent.id, capabilities });
  return agent;
}

/** Has the identity service execute a capability for an agent. */
function execute({ issuer }: Identity, agent: Agent, capability: string, args?: object): Promise<AgentAnswer> {
  return createAgentClient(issuer).execute(agent, capability, args);
}
