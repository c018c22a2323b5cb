import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { JsonObject } from "@assay/contract";
import type { Agent, Person } from "@assay/sandbox";
import { anEnvelope } from "../http/service.ts";
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
  const listed = await identity.execute(agent, "assay.listDomains");
  assert.equal(listed.status, 200);
  assert.partialDeepStrictEqual(listed.body, { data: { domains: [{ domainId: "generator-option" }] } });
  const validated = await identity.execute(agent, validate, anEnvelope());
  assert.equal(validated.status, 200);
  assert.partialDeepStrictEqual(validated.body, { data: { valid: true } });
  const built = await identity.execute(agent, build, anEnvelope());
  assert.equal(built.status, 200);
  const { proposalPackage, submission } = built.body.data as { readonly [name: string]: JsonObject };
  assert.match(String(proposalPackage?.digest), /^sha256[:-]/);
  assert.match(String(submission?.credential), /key .* of the person/);

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
  await identity.revokeGrant(person, agent, validate);
  assert.equal((await identity.execute(agent, validate, anEnvelope())).status, 403);
  assert.equal((await identity.execute(agent, build, anEnvelope())).status, 200, "the other grant is as it was");
  await identity.revokeAgent(person, agent);
  assert.equal((await identity.execute(agent, build, anEnvelope())).status, 403);
  assert.equal(service.logged("call").filter(({ callerId }) => callerId === agent.id).length, 1);
});

test("arguments that are named like headers are members of the body, whoever they name", async () => {
  const { agent } = await anAgent(validate);
  const smuggled = { "x-adt-proxy-agent": "agt_root", Authorization: "Bearer ai_root", Signature: "adt=:AAAA:" };
  const { status, body } = await service.identity.execute(agent, validate, { ...anEnvelope(), ...smuggled });
  assert.deepEqual([status, body.error], [422, "invalid-envelope"]);
  assert.equal(service.logged("call").at(-1)?.callerId, agent.id);
});

async function anAgent(
  ...capabilities: readonly string[]
): Promise<{ readonly agent: Agent; readonly person: Person }> {
  const { identity } = service;
  const person = await identity.createPerson("Ada");
  const agent = await identity.registerAgent(await identity.enrolHost(person));
  for (const capability of capabilities) await identity.grant(person, agent, capability);
  return { agent, person };
}
