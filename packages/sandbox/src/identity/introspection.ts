import type { Auth } from "./create-auth.ts";

/** The credentials of a resource server, which is allowed to introspect. */
export interface ClientCredentials {
  readonly id: string;
  readonly secret: string;
}

/** Creates the function that answers introspection requests (RFC 7662) from resource servers. */
export function createIntrospection(
  clients: readonly ClientCredentials[],
  auth: Pick<Auth, "verifyKey" | "verifyToken">,
) {
  const credentials = clients.map(({ id, secret }) => `Basic ${btoa(`${id}:${secret}`)}`);
  return async (request: Request): Promise<Response> => {
    if (request.method !== "POST") return respond(405, { error: "invalid_request" }, { allow: "POST" });
    if (!credentials.includes(request.headers.get("authorization") ?? "")) {
      return respond(401, { error: "invalid_client" }, { "www-authenticate": 'Basic realm="introspection"' });
    }
    const token = await readToken(request);
    if (token === undefined) return respond(400, { error: "invalid_request" });
    const verified = (await auth.verifyKey(token)) ?? (await auth.verifyToken(token));
    // RFC 7662, section 2.2: do not disclose why a token is not active.
    if (!verified) return respond(200, { active: false });
    const { subject: sub, expiresAt, audience: aud } = verified;
    const exp = expiresAt && Math.floor(expiresAt.getTime() / 1_000);
    return respond(200, { active: true, sub, token_type: "Bearer", exp, aud });
  };
}

function respond(status: number, body: object, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { "cache-control": "no-store", ...headers } });
}

async function readToken(request: Request): Promise<string | undefined> {
  if (!/^application\/x-www-form-urlencoded *(;|$)/i.test(request.headers.get("content-type") ?? "")) return undefined;
  const tokens = new URLSearchParams(await request.text()).getAll("token");
  return tokens.length === 1 && tokens[0] !== "" ? tokens[0] : undefined;
}
