import { createHash, createPrivateKey, generateKeyPairSync, type JsonWebKey, type KeyObject } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";

/** The key that signs calls now. */
export interface SigningKey {
  /** Its RFC 7638 thumbprint. */
  readonly kid: string;
  readonly privateKey: KeyObject;
}

/** The Ed25519 keys with which the identity service signs what it sends as a proxy. */
export interface SigningKeys {
  /** The newest one. */
  current(): SigningKey;
  /** Every key that calls may be verified with. */
  jwks(): { readonly keys: readonly JsonWebKey[] };
  /** Signs with a new key from now on, and tells its id; the old ones stay published. */
  rotate(): string;
  /** Publishes a key no longer; when it was the newest, the one before signs again. */
  withdraw(kid: string): void;
}

/** Opens the signing keys of a database, and makes the first one. */
export function createSigningKeys(db: DatabaseSync): SigningKeys {
  db.exec("CREATE TABLE IF NOT EXISTS proxyKeys (kid TEXT PRIMARY KEY, x TEXT NOT NULL, d TEXT NOT NULL) STRICT");
  const insert = db.prepare("INSERT INTO proxyKeys VALUES (?, ?, ?)");
  const remove = db.prepare("DELETE FROM proxyKeys WHERE kid = ?");
  const newestFirst = db.prepare("SELECT kid, x, d FROM proxyKeys ORDER BY rowid DESC");
  const all = (): readonly Row[] => newestFirst.all() as unknown as readonly Row[];
  let current: SigningKey | undefined;

  function rotate(): string {
    const { x = "", d = "" } = generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" });
    const kid = createHash("sha256").update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest("base64url");
    insert.run(kid, x, d);
    current = undefined;
    return kid;
  }

  if (all().length === 0) rotate();
  return {
    current() {
      current ??= toSigningKey(all()[0]);
      return current;
    },
    jwks: () => ({ keys: all().map(({ kid, x }) => ({ ...curve, x, kid, use: "sig", alg: "EdDSA" })) }),
    rotate,
    withdraw(kid) {
      if (all().every((row) => row.kid === kid)) throw new Error("This is the only key. Rotate before withdrawing it.");
      if (remove.run(kid).changes === 0) throw new Error(`No key has the id ${kid}.`);
      current = undefined;
    },
  };
}

interface Row {
  readonly kid: string;
  readonly x: string;
  readonly d: string;
}

const curve = { kty: "OKP", crv: "Ed25519" } as const;

function toSigningKey(row: Row | undefined): SigningKey {
  if (!row) throw new Error("There is no signing key.");
  const { kid, x, d } = row;
  return { kid, privateKey: createPrivateKey({ format: "jwk", key: { ...curve, x, d } }) };
}
