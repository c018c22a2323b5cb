/** The resources (RFC 9728) that an access token can be issued for: the whole service, or only its MCP endpoint. */
export function toProtectedResources(publicUrl: string) {
  return { service: publicUrl, mcp: `${publicUrl}/mcp` } as const;
}

/** The paths that serve the metadata of these resources. */
export const resourceMetadataPaths = {
  service: "/.well-known/oauth-protected-resource",
  mcp: "/.well-known/oauth-protected-resource/mcp",
} as const;
