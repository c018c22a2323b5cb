import type { Agent } from "../src/identity/agent-client.ts";
import type { Identity } from "../src/identity/create-identity.ts";
import type { Person } from "../src/identity/people.ts";

/** A person and her agent, to whom she granted these capabilities. */
export async function anAgent(
  identity: Identity,
  ...capabilities: readonly string[]
): Promise<{ readonly ada: Person; readonly agent: Agent; readonly grants: readonly string[] }> {
  const ada = await identity.createPerson("Ada");
  const agent = await identity.registerAgent(await identity.enrolHost(ada), "scribe");
  const grants: string[] = [];
  for (const capability of capabilities) grants.push(await identity.grant(ada, agent, capability));
  return { ada, agent, grants };
}
