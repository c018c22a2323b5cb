import { createHash, createPrivateKey, type KeyObject, randomBytes, sign } from "node:crypto";
import { createSignatureSync } from "http-message-sig";

/** The key `test-key-ed25519` of RFC 9421, Appendix B.1.4. */
export const testKey: KeyObject = createPrivateKey({
  format: "jwk",
  key: {
    kty: "OKP",
    crv: "Ed25519",
    d: "n4Ni-HpISpVObnQMW0wOhCKROaIKqKtW_2ZYb2p9KcU",
    x: "JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs",
  },
});
export const testKeyId = "poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";
export const issuer = "https://id.example";

/** The parts of a signed call. Each has a default. */
export interface SigningOptions {
  readonly method?: string;
  readonly targetUri?: string;
  readonly body?: string | undefined;
  readonly claims?: { readonly [name: string]: string };
  readonly components?: readonly string[];
  readonly parameters?: { readonly [name: string]: string | number | undefined };
  readonly label?: string;
  readonly key?: KeyObject;
  readonly now?: number;
}

/** A signed call as the service receives it. */
export interface SignedCall {
  readonly method: string;
  readonly targetUri: string;
  /** Alternating names and values. */
  readonly rawHeaders: readonly string[];
  readonly body: Uint8Array | undefined;
}

/** The agent that makes a signed call by default, as the service identifies it after verifying the call. */
export const agent = {
  kind: "agent",
  id: "agt_7Qm2",
  issuer,
  host: "hst_91xK",
  subject: "usr_ada",
  mode: "delegated",
  capability: "assay.validateProposal",
  grant: "grt_5tF0",
} as const;

const { kind: _, id, ...otherClaims } = agent;
const defaultClaims = { agent: id, ...otherClaims };

/** Creates a call as an identity service would send it. */
export function signedCall(signing: SigningOptions = {}): SignedCall {
  const {
    method = "POST",
    targetUri = "https://assay.example/api/validate",
    key = testKey,
    now = 1_794_614_400,
  } = signing;
  const body = "body" in signing ? signing.body : '{"candidate":{}}';
  const bytes = body === undefined ? undefined : Buffer.from(body);
  const claims = Object.entries({ ...defaultClaims, ...signing.claims }).map(([name, value]) => [
    `x-adt-proxy-${name}`,
    value,
  ]);
  const contentHeaders = bytes
    ? [
        ["content-type", "application/json"],
        ["content-digest", `sha-256=:${createHash("sha256").update(bytes).digest("base64")}:`],
      ]
    : [];
  const fields = [...claims, ...contentHeaders].map(([name = "", value = ""]) => ({ name, value }));
  const components = signing.components ?? ["@method", "@target-uri", ...fields.map(({ name }) => name)];
  const parameters = {
    created: now,
    expires: now + 60,
    nonce: randomBytes(16).toString("base64url"),
    keyid: testKeyId,
    alg: "ed25519",
    tag: "adt-proxy/1",
    ...signing.parameters,
  };
  const { signature, signatureInput } = createSignatureSync(
    { kind: "request", method, targetUri, fields },
    {
      label: signing.label ?? "adt",
      components,
      parameters: Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== undefined)) as never,
      signer: { algorithm: "ed25519", sign: (data) => sign(null, data, key) },
    },
  );
  const rawHeaders = [
    ...fields.flatMap(({ name, value }) => [name, value]),
    ...["signature-input", signatureInput, "signature", signature],
  ];
  return { method, targetUri, rawHeaders, body: bytes };
}
