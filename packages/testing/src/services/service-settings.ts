import type { SandboxWithIdentity } from "@assay/sandbox";

/** Returns the environment of a service that uses a sandbox, on free local ports. */
export function serviceSettings(
  sandbox: SandboxWithIdentity,
  domainsFile: string,
): { readonly [name: string]: string } {
  const { introspectionUrl, clients } = sandbox.identity;
  return {
    ASSAY_PUBLIC_URL: "http://assay.example",
    ASSAY_DOMAINS_FILE: domainsFile,
    ASSAY_INTROSPECTION_URL: introspectionUrl,
    ASSAY_INTROSPECTION_CLIENT_ID: clients.assay.id,
    ASSAY_INTROSPECTION_CLIENT_SECRET: clients.assay.secret,
    ASSAY_HOST: "127.0.0.1",
    ASSAY_PORT: "0",
    ASSAY_OPERATOR_PORT: "0",
    ASSAY_DRAIN_SECONDS: "0",
  };
}
