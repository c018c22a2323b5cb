import { createHash, generateKeyPairSync, type JsonWebKey, type KeyObject } from "node:crypto";

/** An Ed25519 key that signs calls. */
export interface SigningKey {
  /** Its RFC 7638 thumbprint. */
  readonly kid: string;
  readonly privateKey: KeyObject;
}

/** The keys with which the identity service signs what it sends as a proxy. */
export interface SigningKeys {
  /** The newest one. */
  findCurrent(): SigningKey;
  /** Every key that calls may be verified with. */
  toJwks(): { readonly keys: readonly JsonWebKey[] };
  /** Signs with a new key from now on; the old ones stay published until they are withdrawn. */
  rotate(): void;
  /** Publishes a key no longer. */
  withdraw(kid: string): void;
}

/** Creates the signing keys, with a first one. */
export function createSigningKeys(): SigningKeys {
  let keys: readonly SigningKey[] = [createKey()];

  return {
    findCurrent: () => keys.at(-1) as SigningKey,
    toJwks: () => ({ keys: keys.map((key) => ({ ...toPublicJwk(key), kid: key.kid, use: "sig", alg: "EdDSA" })) }),
    rotate() {
      keys = [...keys, createKey()];
    },
    withdraw(kid) {
      keys = keys.filter((key) => key.kid !== kid);
    },
  };
}

function createKey(): SigningKey {
  const { privateKey } = generateKeyPairSync("ed25519");
  const { x } = privateKey.export({ format: "jwk" });
  const kid = createHash("sha256").update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest("base64url");
  return { kid, privateKey };
}

function toPublicJwk({ privateKey }: SigningKey): JsonWebKey {
  const { d: _, ...jwk } = privateKey.export({ format: "jwk" });
  return jwk;
}
