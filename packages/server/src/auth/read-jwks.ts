import { createHash, createPublicKey, type KeyObject } from "node:crypto";
import { isJsonObject } from "@assay/contract";

/** Reads the Ed25519 keys of a JWKS and maps them by thumbprint. The `kid` members are ignored. */
export function readJwks(jwks: unknown): ReadonlyMap<string, KeyObject> {
  if (!isJsonObject(jwks) || !Array.isArray(jwks.keys)) return new Map();
  return new Map(
    jwks.keys.flatMap((jwk: unknown) => {
      if (!isJsonObject(jwk) || jwk.kty !== "OKP" || jwk.crv !== "Ed25519") return [];
      const { x } = jwk;
      if (typeof x !== "string" || !/^[A-Za-z0-9_-]{43}$/.test(x)) return [];
      const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
      return [[computeThumbprint(x), key] as const];
    }),
  );
}

/** Computes the RFC 7638 thumbprint of an Ed25519 key. */
export function computeThumbprint(x: string): string {
  return createHash("sha256").update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest("base64url");
}
