import type { Identity, Person } from "@assay/sandbox";
import { type Agent, type AgentAnswer, createAgentClient } from "./agent-client.ts";

/** A new agent on a new device of a person, who granted it these capabilities. */
export async function agentOf(identity: Identity, person: Person, ...capabilities: readonly string[]): Promise<Agent> {
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
export function execute({ issuer }: Identity, agent: Agent, capability: string, args?: object): Promise<AgentAnswer> {
  return createAgentClient(issuer).execute(agent, capability, args);
}
