import { sha256 } from "./engine.ts";
import type { ClientCredentials } from "./identity/introspection.ts";
import { Problem } from "./problem.ts";

/** The sender of a request. Proposals and votes are recorded under its id. */
export interface Caller {
  readonly id: string;
  /** The owner of the key according to the identity service; undefined without an identity service. */
  readonly subject?: string;
}

/** Identifies the caller from an Authorization header; throws a `Problem` if the header is refused. */
export type Identify = (authorization: string | undefined) => Promise<Caller>;

/** Identifies callers by their bearer token without checking it. Requests with the same token have the same caller. */
export const identifyByToken: Identify = async (authorization) => {
  const token = readBearerToken(authorization);
  return { id: token === undefined ? "anonymous" : sha256(token) };
};

/** Asks an identity service (RFC 7662) about every key. The caller is the owner of the key. */
export function identifyByIntrospection(introspectionUrl: string, client: ClientCredentials): Identify {
  const basic = Buffer.from(`${client.id}:${client.secret}`).toString("base64");

  async function introspect(token: string): Promise<Introspection> {
    const response = await fetch(introspectionUrl, {
      method: "POST",
      headers: { authorization: `Basic ${basic}`, accept: "application/json" },
      body: new URLSearchParams({ token }),
      redirect: "error",
      signal: AbortSignal.timeout(5_000),
    });
    if (!response.ok) throw new Error(`The identity service answered with status ${response.status}.`);
    return (await response.json()) as Introspection;
  }

  return async (authorization) => {
    if (authorization === undefined) {
      throw new Problem("missing-credentials", "Send your API key: Authorization: Bearer <key>.");
    }
    const token = readBearerToken(authorization);
    // A key is valid for every service. An access token is valid only for its audience, which is never a product.
    const answer: Introspection = token?.startsWith("ai_")
      ? await introspect(token).catch((cause: unknown) => {
          throw new Problem("identity-unavailable", "The key cannot be checked at the moment. Try again.", { cause });
        })
      : { active: false };
    if (answer.active && typeof answer.sub === "string" && answer.aud === undefined) {
      return { id: answer.sub, subject: answer.sub };
    }
    const detail = "The identity service does not recognize this key. It may be mistyped, expired or revoked.";
    throw new Problem("invalid-credentials", detail);
  };
}

interface Introspection {
  readonly active: boolean;
  readonly sub?: string;
  readonly aud?: unknown;
}

function readBearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
}
