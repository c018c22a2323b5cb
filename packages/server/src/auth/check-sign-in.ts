import { isJsonObject } from "@assay/contract";
import { quote } from "@assay/engine";
import { describeFailure } from "../net/fetcher.ts";
import { stripTrailingSlash } from "../net/strip-trailing-slash.ts";
import { readJsonAnswer } from "./introspection.ts";

/**
 * Returns why MCP clients cannot sign in at an authorization server; undefined if they can. It looks for the metadata
 * where clients do: RFC 8414, section 3.1, then OpenID Connect Discovery.
 */
export async function checkSignIn(issuer: string, timeoutMs: number): Promise<string | undefined> {
  const { origin, pathname } = new URL(issuer);
  const issuerPath = stripTrailingSlash(pathname);
  const paths = new Set([
    `/.well-known/oauth-authorization-server${issuerPath}`,
    `/.well-known/openid-configuration${issuerPath}`,
    `${issuerPath}/.well-known/openid-configuration`,
  ]);
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    for (const path of paths) {
      const headers = { accept: "application/json" };
      const response = await fetch(`${origin}${path}`, { redirect: "manual", signal, headers });
      if (response.status === 200) return checkMetadata(await readJsonAnswer(response), issuer);
      await response.body?.cancel();
    }
  } catch (reason) {
    return describeFailure(reason);
  }
  return `no metadata at ${[...paths].join(" or ")}`;
}

function checkMetadata(metadata: unknown, issuer: string): string | undefined {
  if (!isJsonObject(metadata)) return "its metadata is not a JSON object";
  const missing = ["issuer", "authorization_endpoint", "token_endpoint"].filter(
    (name) => typeof metadata[name] !== "string",
  );
  if (missing.length > 0) return `its metadata has no ${missing.join(" and no ")}`;
  // RFC 8414, section 3.3: clients refuse metadata that names a different issuer.
  return metadata.issuer === issuer
    ? undefined
    : `its metadata names the issuer ${quote(String(metadata.issuer))}. Use exactly this spelling`;
}
