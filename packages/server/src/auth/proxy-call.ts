import { hash, type KeyObject, timingSafeEqual, verify } from "node:crypto";
import { isSignatureError, verifySignature } from "http-message-sig";
import { type HeaderField, hasHeaderPrefix, listHeaders, type RawHeaders } from "../net/raw-headers.ts";
import type { Agent } from "./caller.ts";

/** Why a proxy call is refused. This is for the log and never disclosed to the caller. */
export type ProxyRefusal =
  | "header-unknown"
  | "header-repeated"
  | "header-missing"
  | "header-malformed"
  | "signature-malformed"
  | "components-wrong"
  | "parameters-wrong"
  | "lifetime-wrong"
  | "created-ahead"
  | "expired"
  | "issuer-wrong"
  | "body-unexpected"
  | "digest-missing"
  | "key-unknown"
  | "signature-wrong";

/** The head of a request as it was received. */
export interface ProxyHead {
  readonly method: string;
  /** The configured URL of the service with the raw path and query; never derived from `Host`. */
  readonly targetUri: string;
  readonly rawHeaders: RawHeaders;
  /** Whether the operation takes a body, whose digest must then be signed. */
  readonly takesBody: boolean;
}

/** The issuer and the clock that a call is checked against. */
export interface ProxyTrust {
  readonly issuer: string;
  nowSeconds(): number;
}

/** A call that conforms to the profile but is not verified yet, or a refusal. */
export type ProxyCall =
  | {
      readonly kind: "read";
      /** The RFC 7638 thumbprint of the key that signed it. */
      readonly keyId: string;
      verify(key: KeyObject): Promise<ProxyVerdict>;
    }
  | Refusal;

/** An agent that the issuer vouches for, with a nonce that must not be accepted again. */
export interface SignedCall {
  readonly kind: "ok";
  readonly agent: Agent;
  readonly nonce: string;
  /** Whether this is the body that was signed. */
  isBody(body: Uint8Array): boolean;
}

export type ProxyVerdict = SignedCall | Refusal;

interface Refusal {
  readonly kind: "refused";
  readonly reason: ProxyRefusal;
}

const prefix = "x-adt-proxy-";
const names = ["issuer", "agent", "host", "subject", "mode", "capability", "grant"] as const;
const headers = names.map((name) => `${prefix}${name}`);
export const skewSeconds = 5;
const maxLifetimeSeconds = 60;
const tag = "adt-proxy/1";

/** Whether a request claims to be a proxy call: any header of the profile makes it one. */
export function isProxyCall(rawHeaders: RawHeaders): boolean {
  return hasHeaderPrefix(rawHeaders, prefix);
}

/** Returns the issuer and the agent that a proxy call claims, if they are well-formed. They are not verified. */
export function findClaims(rawHeaders: RawHeaders): { readonly issuer?: string; readonly agent?: string } {
  const fields = listHeaders(rawHeaders);
  const claim = (name: (typeof names)[number]) => {
    const [first, ...repeats] = fields.filter((field) => field.name === `${prefix}${name}`);
    return first && repeats.length === 0 && isClaim(first.value) ? { [name]: first.value } : {};
  };
  return { ...claim("issuer"), ...claim("agent") };
}

/**
 * Reads a call of profile `adt-proxy/1` from its head. The signature covers the digest of the body, so the body can be
 * compared after it is received. The nonce and the capability are not checked here.
 */
export function readProxyCall(head: ProxyHead, trust: ProxyTrust): ProxyCall {
  try {
    return readOrThrow(head, trust);
  } catch (reason) {
    return toRefusal(reason);
  }
}

class RefusalError extends Error {
  readonly refusal: ProxyRefusal;

  constructor(refusal: ProxyRefusal) {
    super(refusal);
    this.refusal = refusal;
  }
}

function toRefusal(reason: unknown): Refusal {
  if (reason instanceof RefusalError) return { kind: "refused", reason: reason.refusal };
  throw reason;
}

function readOrThrow(head: ProxyHead, { issuer, nowSeconds }: ProxyTrust): ProxyCall {
  const fields = listHeaders(head.rawHeaders);
  const claims = readClaims(fields);
  const { components, parameters } = readInput(readHeader(fields, "signature-input"));
  const { keyid: keyId, nonce } = parameters;
  const expected = [
    "@method",
    "@target-uri",
    ...headers,
    ...(head.takesBody ? ["content-type", "content-digest"] : []),
  ];
  check(components.toSorted().join() === expected.toSorted().join(), "components-wrong");
  checkTimes(parameters, nowSeconds());
  check(claims.issuer === issuer, "issuer-wrong");
  const digest = head.takesBody ? readDigest(fields) : checkNoBody(fields);
  const { agent: id, host, subject, mode, capability, grant } = claims;
  const signed: SignedCall = {
    kind: "ok",
    agent: { kind: "agent", id, issuer, host, subject, mode: mode as Agent["mode"], capability, grant },
    nonce,
    isBody: (body) => digest !== undefined && timingSafeEqual(digest, hash("sha256", body, "buffer")),
  };
  return {
    kind: "read",
    keyId,
    verify: (key) => checkSignature(head, fields, expected, key, nowSeconds()).then(() => signed, toRefusal),
  };
}

type Fields = readonly HeaderField[];

// Refuse unknown headers with the prefix: they are not signed, and later code could read them by mistake.
function readClaims(fields: Fields): { readonly [name in (typeof names)[number]]: string } {
  const profileFields = fields.filter(({ name }) => name.startsWith(prefix));
  check(
    profileFields.every(({ name }) => headers.includes(name)),
    "header-unknown",
  );
  const claims = names.map((name) => [name, readHeader(fields, `${prefix}${name}`)] as const);
  check(
    claims.every(([, value]) => isClaim(value)),
    "header-malformed",
  );
  const claimByName = Object.fromEntries(claims) as { readonly [name in (typeof names)[number]]: string };
  check(claimByName.mode === "delegated" || claimByName.mode === "autonomous", "header-malformed");
  return claimByName;
}

// Printable ASCII without a comma, so that several joined values never look like a single value.
function isClaim(value: string): boolean {
  return /^[!-+\--~]{1,256}$/.test(value);
}

function readHeader(fields: Fields, name: string): string {
  const [field, ...repeats] = fields.filter((candidate) => candidate.name === name);
  check(repeats.length === 0, "header-repeated");
  if (!field) throw new RefusalError("header-missing");
  return field.value;
}

interface Parameters {
  readonly created: number;
  readonly expires: number;
  readonly nonce: string;
  readonly keyid: string;
}

// The profile allows only a subset of RFC 9421: one label, and components without parameters.
const inputForm = /^adt=\(((?:"[a-z0-9@-]+" )*"[a-z0-9@-]+")\)(?:;[a-z]+=(?:[0-9]{1,12}|"[ !#-[\]-~]*"))+$/;

function readInput(value: string): { readonly components: readonly string[]; readonly parameters: Parameters } {
  const listed = inputForm.exec(value)?.[1];
  check(listed !== undefined, "signature-malformed");
  const pairs = [...value.matchAll(/;([a-z]+)=(?:([0-9]+)|"([^"]*)")/g)].map(([, name, number, text]) => [
    name,
    number === undefined ? text : Number(number),
  ]);
  const parameters = Object.fromEntries(pairs) as { readonly [name: string]: unknown };
  const { created, expires, nonce, keyid, alg } = parameters;
  const isComplete =
    pairs.length === 6 &&
    typeof created === "number" &&
    typeof expires === "number" &&
    isBase64Url(nonce, 22) &&
    isBase64Url(keyid, 43) &&
    alg === "ed25519" &&
    parameters.tag === tag;
  if (!isComplete) throw new RefusalError("parameters-wrong");
  return {
    components: listed.split(" ").map((name) => name.slice(1, -1)),
    parameters: { created, expires, nonce, keyid },
  };
}

function isBase64Url(value: unknown, length: number): value is string {
  return typeof value === "string" && value.length === length && /^[A-Za-z0-9_-]+$/.test(value);
}

function checkTimes({ created, expires }: Parameters, now: number): void {
  check(expires > created && expires - created <= maxLifetimeSeconds, "lifetime-wrong");
  check(created <= now + skewSeconds, "created-ahead");
  check(expires >= now - skewSeconds, "expired");
}

function checkNoBody(fields: Fields): undefined {
  const hasBody = fields.some(
    ({ name, value }) => name === "transfer-encoding" || (name === "content-length" && value !== "0"),
  );
  check(!hasBody, "body-unexpected");
}

function readDigest(fields: Fields): Buffer {
  check(
    fields.some(({ name }) => name === "content-digest"),
    "digest-missing",
  );
  const digest = /^sha-256=:([A-Za-z0-9+/]{43}=):$/.exec(readHeader(fields, "content-digest"))?.[1];
  check(digest !== undefined, "digest-missing");
  return Buffer.from(digest, "base64");
}

async function checkSignature(
  { method, targetUri }: ProxyHead,
  fields: Fields,
  requiredComponents: readonly string[],
  key: KeyObject,
  now: number,
): Promise<void> {
  const encoded = /^adt=:([A-Za-z0-9+/]{86}==):$/.exec(readHeader(fields, "signature"))?.[1];
  check(encoded !== undefined, "signature-malformed");
  // The last character has unused bits, so several encodings decode to the same signature. Accept only one.
  check(Buffer.from(encoded, "base64").toString("base64") === encoded, "signature-malformed");
  if (requiredComponents.includes("content-type")) readHeader(fields, "content-type");
  try {
    await verifySignature(
      { kind: "request", method, targetUri, fields },
      {
        label: "adt",
        policy: {
          algorithms: ["ed25519"],
          requiredComponents,
          // `readInput` has already checked these; they are repeated here in case it changes.
          requiredParameters: ["created", "expires", "nonce", "keyid", "alg", "tag"],
          clockSkew: skewSeconds,
          now,
        },
        resolveVerifier: () => ({
          algorithm: "ed25519",
          verify: (data, signature) => verify(null, data, key, signature),
        }),
      },
    );
  } catch (reason) {
    throw isSignatureError(reason) ? new RefusalError("signature-wrong") : reason;
  }
}

function check(isMet: boolean, refusal: ProxyRefusal): asserts isMet {
  if (!isMet) throw new RefusalError(refusal);
}
