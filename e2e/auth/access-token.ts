import { createHash, randomBytes } from "node:crypto";
import type { Identity, Person } from "@assay/sandbox";

/** What a client gets for a person who consents. */
export interface AccessToken {
  readonly token: string;
  /** The client revokes its token (RFC 7009). */
  revoke(): Promise<void>;
}

/** Signs a person in as a client does, without its browser: registration, PKCE, sign-in, consent, token. */
export async function createAccessToken(
  { issuer }: Pick<Identity, "issuer">,
  { email, password }: Person,
  resource: string | undefined,
  method = "GET",
): Promise<AccessToken> {
  const redirect_uri = "http://127.0.0.1:1/callback";
  const metadata = (await (await fetch(`${issuer}/.well-known/oauth-authorization-server`)).json()) as {
    readonly [name in `${"registration" | "authorization" | "token" | "revocation"}_endpoint`]: string;
  };
  const registered = await fetch(metadata.registration_endpoint, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      redirect_uris: [redirect_uri],
      token_endpoint_auth_method: "none",
      application_type: "native",
    }),
  });
  const { client_id } = (await expectOk(registered)) as { readonly client_id: string };
  const verifier = randomBytes(32).toString("base64url");
  const target = resource === undefined ? {} : { resource };
  const request = new URLSearchParams({
    response_type: "code",
    client_id,
    redirect_uri,
    state: "a state",
    ...target,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  });
  // Better Auth answers `fetch` with JSON, and a browser with a redirect to the same page.
  const authorize = metadata.authorization_endpoint;
  const asked = method === "GET" ? fetch(`${authorize}?${request}`) : fetch(authorize, { method, body: request });
  const { url } = (await expectOk(await asked)) as { readonly url: string };
  const { searchParams } = new URL(url, issuer);
  if (searchParams.has("error")) throw new Error(`The authorization was refused: ${searchParams.get("error")}`);
  const toConsent = await submit(new URL(url, issuer), { email, password });
  const cookie = toConsent.headers.getSetCookie().map((set) => set.split(";")[0]);
  const consentUrl = new URL(toConsent.headers.get("location") ?? "", issuer);
  const back = await submit(consentUrl, { accept: "yes" }, cookie.join("; "));
  const code = new URL(back.headers.get("location") ?? "").searchParams.get("code") ?? "";
  const grant = { grant_type: "authorization_code", client_id, code, code_verifier: verifier, redirect_uri, ...target };
  const answer = await fetch(metadata.token_endpoint, { method: "POST", body: new URLSearchParams(grant) });
  const { access_token: token } = (await expectOk(answer)) as { readonly access_token: string };
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
