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
  /** The key that signs at this time. */
  current(at: Date): SigningKey;
  /** Every key that calls may be verified with. */
  jwks(): { readonly keys: readonly JsonWebKey[] };
  /** Publishes a new key, which signs after the lead time, and returns its id; the old ones stay published. */
  rotate(options?: RotateOptions): string;
  /** Publishes a key no longer; when it was the newest, the one before signs again. */
  withdraw(kid: string): void;
}

/** How a key replaces another. */
export interface RotateOptions {
  /** How long the new key is published before it signs. Default: 310, because Assay fetches the keys every 300 seconds. */
  readonly leadSeconds?: number;
}

const usualLeadSeconds = 310;

/** Opens the signing keys of a database, and makes the first one. */
export function createSigningKeys(db: DatabaseSync, now: () => Date): SigningKeys {
  db.exec(
    "CREATE TABLE IF NOT EXISTS proxyKeys (kid TEXT PRIMARY KEY, x TEXT NOT NULL, d TEXT NOT NULL, signsFrom INTEGER NOT NULL) STRICT",
  );
  const insert = db.prepare("INSERT INTO proxyKeys VALUES (?, ?, ?, ?)");
  const remove = db.prepare("DELETE FROM proxyKeys WHERE kid = ?");
  const newestFirst = db.prepare("SELECT kid, x, d, signsFrom FROM proxyKeys ORDER BY rowid DESC");
  const all = (): readonly Row[] => newestFirst.all() as unknown as readonly Row[];
  let latest: SigningKey | undefined;

  function rotate({ leadSeconds = usualLeadSeconds }: RotateOptions = {}): string {
    const { x = "", d = "" } = generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" });
    const kid = createHash("sha256").update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest("base64url");
    insert.run(kid, x, d, now().getTime() + leadSeconds * 1_000);
    return kid;
  }

  if (all().length === 0) rotate({ leadSeconds: 0 });
  return {
    current(at) {
      const rows = all();
      const row = rows.find(({ signsFrom }) => signsFrom <= at.getTime()) ?? rows.at(-1);
      if (latest === undefined || latest.kid !== row?.kid) latest = toSigningKey(row);
      return latest;
    },
    jwks: () => ({ keys: all().map(({ kid, x }) => ({ ...curve, x, kid, use: "sig", alg: "EdDSA" })) }),
    rotate,
    withdraw(kid) {
      if (all().every((row) => row.kid === kid)) throw new Error("This is the only key. Rotate before withdrawing it.");
      if (remove.run(kid).changes === 0) throw new Error(`No key has the id ${kid}.`);
    },
  };
}

interface Row {
  readonly kid: string;
  readonly x: string;
  readonly d: string;
  /** Milliseconds since 1970. */
  readonly signsFrom: number;
}

const curve = { kty: "OKP", crv: "Ed25519" } as const;

function toSigningKey(row: Row | undefined): SigningKey {
  if (!row) throw new Error("There is no signing key.");
  const { kid, x, d } = row;
  return { kid, privateKey: createPrivateKey({ format: "jwk", key: { ...curve, x, d } }) };
}
