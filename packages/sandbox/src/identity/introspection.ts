import { createHash, timingSafeEqual } from "node:crypto";
import type { Auth } from "./create-auth.ts";

/** Who may ask about keys. */
export interface ClientCredentials {
  readonly id: string;
  readonly secret: string;
}

/** What introspection needs. */
export interface IntrospectionOptions {
  readonly clients: readonly ClientCredentials[];
  readonly auth: Pick<Auth, "verifyKey" | "verifyToken">;
}

/** Answers RFC 7662 requests of resource servers. */
export function createIntrospection({ clients, auth }: IntrospectionOptions) {
  return async (request: Request): Promise<Response> => {
    if (request.method !== "POST") return answer(405, { error: "invalid_request" }, { allow: "POST" });
    const given = credentialsOf(request.headers.get("authorization"));
    if (!given || !clients.some((client) => isSame(client, given))) {
      return answer(401, { error: "invalid_client" }, { "www-authenticate": 'Basic realm="introspection"' });
    }
    const token = await tokenOf(request);
    if (token === undefined) return answer(400, { error: "invalid_request" });
    const verified = (await auth.verifyKey(token)) ?? (await auth.verifyToken(token));
    // Section 2.2: why a token is not active is not told.
    if (!verified) return answer(200, { active: false });
    const { subject: sub, expiresAt, audience: aud } = verified;
    const exp = expiresAt && { exp: Math.floor(expiresAt.getTime() / 1_000) };
    return answer(200, { active: true, sub, token_type: "Bearer", ...exp, ...(aud && { aud }) });
  };
}

function answer(status: number, body: object, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { "cache-control": "no-store", ...headers } });
}

function credentialsOf(authorization: string | null): ClientCredentials | undefined {
  const [, encoded] = /^Basic +([A-Za-z0-9+/]+=*)$/i.exec(authorization ?? "") ?? [];
  const [, id, secret] = /^([^:]*):(.*)$/.exec(Buffer.from(encoded ?? "", "base64").toString()) ?? [];
  return id === undefined || secret === undefined ? undefined : { id, secret };
}

function isSame(one: ClientCredentials, other: ClientCredentials): boolean {
  return timingSafeEqual(digestOf(one), digestOf(other));
}

function digestOf({ id, secret }: ClientCredentials): Buffer {
  return createHash("sha256").update(`${id}:${secret}`).digest();
}

async function tokenOf(request: Request): Promise<string | undefined> {
  if (!/^application\/x-www-form-urlencoded *(;|$)/i.test(request.headers.get("content-type") ?? "")) return undefined;
  const tokens = new URLSearchParams(await request.text()).getAll("token");
  return tokens.length === 1 && tokens[0] !== "" ? tokens[0] : undefined;
}
