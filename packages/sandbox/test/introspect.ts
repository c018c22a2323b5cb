import type { Identity } from "../src/identity/create-identity.ts";
import type { ClientCredentials } from "../src/identity/introspection.ts";
import type { Answer } from "./proposal-packages.ts";

/** Introspects a key or an access token the way a resource server does. */
export async function introspect(
  { introspectionUrl, clients }: Identity,
  token: string,
  client: ClientCredentials = clients.assay,
): Promise<Answer> {
  const authorization = `Basic ${btoa(`${client.id}:${client.secret}`)}`;
  const body = new URLSearchParams({ token });
  const response = await fetch(introspectionUrl, { method: "POST", headers: { authorization }, body });
  return { status: response.status, headers: response.headers, body: await response.json() };
}
