import type { Agent } from "@assay/sandbox";
import type { Service } from "./service.ts";

/** A new agent of a new person, who granted it these capabilities. */
export async function grantedAgent(
  { identity }: Pick<Service, "identity">,
  ...capabilities: readonly string[]
): Promise<Agent> {
  const person = await identity.createPerson("Ada");
  const agent = await identity.registerAgent(await identity.enrolHost(person));
  for (const capability of capabilities) await identity.grant(person, agent, capability);
  return agent;
}
