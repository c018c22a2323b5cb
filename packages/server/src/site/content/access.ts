import { operationIds, rateLimitInWords, whatIsCounted } from "@assay/contract";
import { resourceMetadataPaths } from "../../shared/protected-resources.ts";
import type { Block } from "../articles/article.ts";
import type { ServiceInfo } from "../service-info.ts";

/** Says where keys come from. */
export function whereKeysAreIssued({ keyUrl }: ServiceInfo): Block {
  if (keyUrl === undefined)
    return { kind: "paragraph", text: "Ask the operator of this service where keys are issued." };
  return { kind: "paragraph", text: "Keys are issued at", link: { text: keyUrl, url: keyUrl } };
}

/** Says how users of MCP clients sign in instead; nothing if they cannot. */
export function aboutSignIn({ publicUrl, authorizationServer }: ServiceInfo): string | undefined {
  if (authorizationServer === undefined) return undefined;
  return `MCP clients that support OAuth need no key: they find the authorization server, ${authorizationServer}, through ${publicUrl}${resourceMetadataPaths.mcp}, and sign their user in. Such an access token is valid for this service only. To submit a package to the target product, you need a key.`;
}

/** Says how an agent calls without a key. */
export function aboutAgentAuth(facts: ServiceInfo): Block {
  const { discoveryUrl } = facts;
  if (discoveryUrl === undefined)
    return { kind: "paragraph", text: "Calls through agent-auth, without a key, are not enabled on this service." };
  const capabilities = capabilitiesOf(facts).map((capability) => `\`${capability}\``);
  const text = `An agent can call without a key, through *agent-auth*: a person grants it a capability (${capabilities.join(", ")}), and the identity service makes its calls with signed headers. The MCP endpoint accepts only keys. How an agent gets a capability:`;
  return { kind: "paragraph", text, link: { text: discoveryUrl, url: discoveryUrl } };
}

/** The rate limit, and who shares it. */
export const aboutRateLimit = `The rate limit is ${rateLimitInWords}, across all operations. ${whatIsCounted} Each response lists every error in a candidate, so one call per edit is enough.`;

// One for each operation.
function capabilitiesOf({ serviceName }: ServiceInfo): readonly string[] {
  return operationIds.map((id) => `${serviceName}.${id}`);
}
