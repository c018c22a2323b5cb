import { sha256 } from "./engine.ts";
import { Problem } from "./problem.ts";

/** Who sends a request: everything that is theirs is kept under this id. */
export interface Caller {
  readonly id: string;
  /** Whose key it is, as the identity service says; absent when there is none to ask. */
  readonly subject?: string;
}

/** Tells who presents an Authorization header, or undefined when it is not accepted. */
export type Identify = (authorization: string | undefined) => Promise<Caller | undefined>;

/** Takes everybody at their word: whoever presents the same bearer token is the same caller. */
export const identifyByToken: Identify = async (authorization) => {
  const token = tokenOf(authorization);
  return { id: token === undefined ? "anonymous" : sha256(token) };
};

/** The identity service that is asked, and as whom. */
export interface Introspector {
  readonly introspectionUrl: string;
  readonly client: { readonly id: string; readonly secret: string };
  readonly timeoutMs?: number;
}

/** Asks an identity service (RFC 7662) about every key: the caller is the person it belongs to. */
export function identifyByIntrospection({ introspectionUrl, client, timeoutMs = 5_000 }: Introspector): Identify {
  const basic = Buffer.from(`${client.id}:${client.secret}`).toString("base64");

  async function introspect(token: string): Promise<Introspection> {
    const response = await fetch(introspectionUrl, {
      method: "POST",
      headers: { authorization: `Basic ${basic}`, accept: "application/json" },
      body: new URLSearchParams({ token }),
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    const answer: unknown = response.ok ? await response.json() : undefined;
    if (isIntrospection(answer)) return answer;
    throw new Error(`The identity service answered ${response.status} instead of a token introspection response.`);
  }

  return async (authorization) => {
    const token = tokenOf(authorization);
    // A key is for every service. An access token is for those that it names, and none names Datamint or the voting.
    if (!token?.startsWith("ai_")) return undefined;
    const answer = await introspect(token).catch((cause: unknown) => {
      const detail = "Cannot check the key: the identity service is temporarily unavailable. Try again in a moment.";
      throw new Problem("identity-unavailable", detail, { cause });
    });
    return answer.active && answer.aud === undefined ? { id: answer.sub, subject: answer.sub } : undefined;
  };
}

type Introspection =
  | { readonly active: false }
  | { readonly active: true; readonly sub: string; readonly aud?: unknown };

function isIntrospection(value: unknown): value is Introspection {
  if (typeof value !== "object" || value === null || !("active" in value)) return false;
  return value.active === false || (value.active === true && "sub" in value && typeof value.sub === "string");
}

function tokenOf(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
}

/** What somebody is told whose Authorization header was not accepted. */
export function refusalOf(authorization: string | undefined): Problem {
  if (authorization === undefined) {
    return new Problem("missing-credentials", "Send your API key: Authorization: Bearer <key>.");
  }
  const detail = "The identity service does not recognize this key. It may be mistyped, expired or revoked.";
  return new Problem("invalid-credentials", `${detail} Check it, or get a new key there.`);
}
