import { isJsonObject } from "@assay/contract";
import { quote } from "@assay/engine";
import { describeFailure } from "../net/fetcher.ts";
import { stripTrailingSlash } from "../net/strip-trailing-slash.ts";
import { readJsonAnswer } from "./introspection.ts";

/**
 * Returns why MCP clients cannot sign in at an authorization server, if so. It looks where they look for its metadata:
 * RFC 8414, section 3.1, then OpenID Connect Discovery.
 */
export async function checkSignIn(issuer: string, timeoutMs: number): Promise<string | undefined> {
  const { origin, pathname } = new URL(issuer);
  const path = stripTrailingSlash(pathname);
  const paths = [
    `/.well-known/oauth-authorization-server${path}`,
    `/.well-known/openid-configuration${path}`,
    `${path}/.well-known/openid-configuration`,
  ];
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    for (const at of new Set(paths)) {
      const response = await fetch(`${origin}${at}`, { signal, headers: { accept: "application/json" } });
      if (response.status === 200) return checkMetadata(await readJsonAnswer(response), issuer);
      await response.body?.cancel();
    }
  } catch (reason) {
    return describeFailure(reason);
  }
  return `no metadata at ${[...new Set(paths)].join(" or ")}`;
}

function checkMetadata(metadata: unknown, issuer: string): string | undefined {
  if (!isJsonObject(metadata)) return "its metadata is not a JSON object";
  const missing = ["issuer", "authorization_endpoint", "token_endpoint"].filter(
    (name) => typeof metadata[name] !== "string",
  );
  if (missing.length > 0) return `its metadata has no ${missing.join(" and no ")}`;
  // Section 3.3: clients refuse metadata of another issuer.
  return metadata.issuer === issuer
    ? undefined
    : `its metadata names the issuer ${quote(String(metadata.issuer))}. Use exactly this spelling`;
}
