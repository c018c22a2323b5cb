import { protectedResources, resourceMetadataPaths } from "../../shared/protected-resources.ts";
import type { ServiceInfo } from "../service-info.ts";

/**
 * Returns the metadata (RFC 9728) of the service and of its MCP endpoint, by path: with them a client finds the
 * authorization server, and knows what to name as `resource`. None if only keys are accepted.
 */
export function resourceMetadata({
  publicUrl,
  authorizationServer,
}: ServiceInfo): readonly (readonly [string, object])[] {
  if (authorizationServer === undefined) return [];
  const resources = protectedResources(publicUrl);
  return (["service", "mcp"] as const).map((name) => [
    resourceMetadataPaths[name],
    {
      resource: resources[name],
      authorization_servers: [authorizationServer],
      bearer_methods_supported: ["header"],
      resource_name: "Assay",
      resource_documentation: `${publicUrl}/docs`,
    },
  ]);
}
