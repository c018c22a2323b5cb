/** The resources (RFC 9728) for which access tokens may be: the whole service, or its MCP endpoint. */
export function toProtectedResources(publicUrl: string) {
  return { service: publicUrl, mcp: `${publicUrl}/mcp` } as const;
}

/** Where their metadata are, for the resource whose name a client has. */
export const resourceMetadataPaths = {
  service: "/.well-known/oauth-protected-resource",
  mcp: "/.well-known/oauth-protected-resource/mcp",
} as const;
