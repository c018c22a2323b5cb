import { createHash, randomBytes, sign } from "node:crypto";
import { createSignatureSync } from "http-message-sig";
import type { SigningKey } from "./signing-keys.ts";

/** The seven claims of profile `adt-proxy/1`: the agent on whose behalf a call is sent, and its authorization. */
export interface ProxyClaims {
  readonly issuer: string;
  readonly agent: string;
  readonly host: string;
  readonly subject: string;
  readonly mode: "delegated" | "autonomous";
  readonly capability: string;
  readonly grant: string;
}

/** A call to sign. */
export interface ProxyCall {
  readonly method: string;
  /** The URL as sent, including its query. */
  readonly url: string;
  readonly body: string | undefined;
  /** Default: `application/json`. */
  readonly contentType?: string;
  readonly claims: ProxyClaims;
}

const lifetimeSeconds = 60;

/** Creates all headers of a call according to profile `adt-proxy/1` (RFC 9421 with Ed25519, RFC 9530). */
export function signCall(
  { method, url, body, claims, contentType = "application/json" }: ProxyCall,
  { kid, privateKey }: SigningKey,
  now: Date,
): Record<string, string> {
  const created = Math.floor(now.getTime() / 1_000);
  const headers = {
    ...Object.fromEntries(Object.entries(claims).map(([name, value]) => [`x-adt-proxy-${name}`, value])),
    ...(body !== undefined && {
      "content-type": contentType,
      "content-digest": `sha-256=:${createHash("sha256").update(body).digest("base64")}:`,
    }),
  };
  const fields = Object.entries(headers).map(([name, value]) => ({ name, value }));
  const { signature, signatureInput } = createSignatureSync(
    { kind: "request", method, targetUri: url, fields },
    {
      label: "adt",
      components: ["@method", "@target-uri", ...Object.keys(headers)],
      parameters: {
        created,
        expires: created + lifetimeSeconds,
        nonce: randomBytes(16).toString("base64url"),
        keyid: kid,
        alg: "ed25519",
        tag: "adt-proxy/1",
      },
      signer: { algorithm: "ed25519", sign: (data) => sign(null, data, privateKey) },
    },
  );
  return { ...headers, "signature-input": signatureInput, signature };
}
