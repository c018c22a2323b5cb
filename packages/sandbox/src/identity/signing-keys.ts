import { createHash, generateKeyPairSync, type JsonWebKey, type KeyObject } from "node:crypto";

/** An Ed25519 key that signs calls. */
export interface SigningKey {
  /** The RFC 7638 thumbprint of the key. */
  readonly kid: string;
  readonly privateKey: KeyObject;
}

/** The keys with which the identity service signs calls on behalf of agents. */
export interface SigningKeys {
  /** Returns the newest key. */
  findCurrent(): SigningKey;
  /** Returns every published key. */
  toJwks(): { readonly keys: readonly JsonWebKey[] };
  /** Creates a new key for all further signatures. Old keys stay published until they are withdrawn. */
  rotate(): void;
  /** Stops publishing a key. */
  withdraw(kid: string): void;
}

/** Creates the signing keys, starting with one key. */
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
