import { createHash, randomBytes } from "node:crypto";
import type { Identity, Person } from "@assay/sandbox";

/** An access token that a person granted to a client. */
export interface AccessToken {
  readonly token: string;
  /** Revokes the token on behalf of its client (RFC 7009). */
  revoke(): Promise<void>;
}

/** Gets a token the way a client does, but without a browser: registration, PKCE, sign-in, consent, token request. */
export async function createAccessToken(
  { issuer }: Pick<Identity, "issuer">,
  { email, password }: Person,
  resource: string,
): Promise<AccessToken> {
  const redirect_uri = "http://127.0.0.1:1/callback";
  const metadata = (await (await fetch(`${issuer}/.well-known/oauth-authorization-server`)).json()) as {
    readonly [name in `${"registration" | "authorization" | "token" | "revocation"}_endpoint`]: string;
  };
  const registration = await fetch(metadata.registration_endpoint, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      redirect_uris: [redirect_uri],
      token_endpoint_auth_method: "none",
      application_type: "native",
    }),
  });
  const { client_id } = (await expectOk(registration)) as { readonly client_id: string };
  const verifier = randomBytes(32).toString("base64url");
  const request = new URLSearchParams({
    response_type: "code",
    client_id,
    redirect_uri,
    state: "a state",
    resource,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  });
  // Better Auth answers `fetch` with the sign-in page's URL in JSON, and redirects browsers there.
  const authorization = await fetch(`${metadata.authorization_endpoint}?${request}`);
  const { url } = (await expectOk(authorization)) as { readonly url: string };
  const { searchParams } = new URL(url, issuer);
  if (searchParams.has("error")) throw new Error(`The authorization was refused: ${searchParams.get("error")}`);
  const signInResponse = await submit(new URL(url, issuer), { email, password });
  const cookies = signInResponse.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
  const consentUrl = new URL(signInResponse.headers.get("location") ?? "", issuer);
  const consentResponse = await submit(consentUrl, { accept: "yes" }, cookies.join("; "));
  const code = new URL(consentResponse.headers.get("location") ?? "").searchParams.get("code") ?? "";
  const grant = { grant_type: "authorization_code", client_id, code, code_verifier: verifier, redirect_uri, resource };
  const tokenResponse = await fetch(metadata.token_endpoint, { method: "POST", body: new URLSearchParams(grant) });
  const { access_token: token } = (await expectOk(tokenResponse)) as { readonly access_token: string };
  return {
    token,
    async revoke() {
      const body = new URLSearchParams({ token, client_id, token_type_hint: "access_token" });
      await expectOk(await fetch(metadata.revocation_endpoint, { method: "POST", body }));
    },
  };
}

function submit(url: URL, fields: Record<string, string>, cookie = ""): Promise<Response> {
  return fetch(url, { method: "POST", redirect: "manual", headers: { cookie }, body: new URLSearchParams(fields) });
}

async function expectOk(response: Response): Promise<unknown> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${text}`);
  return text === "" ? undefined : JSON.parse(text);
}
