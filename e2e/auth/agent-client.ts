import { generateKeyPairSync, type KeyObject, randomUUID, sign } from "node:crypto";

/** A device with its own key, enrolled by a person. */
interface Host {
  readonly id: string;
  readonly privateKey: KeyObject;
}

/** An agent on a host, with its own key. */
export interface Agent {
  readonly id: string;
  readonly host: Host;
  readonly privateKey: KeyObject;
}

/** The identity service's answer to an agent. */
interface AgentAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Contains either `data` (the result) or `error` and `message`. */
  readonly body: { readonly [name: string]: unknown };
}

/** The client side of agent-auth, for hosts and agents that know only the issuer's address. */
export interface AgentClient {
  /** Creates a host with a key pair, and enrolls it with its owner's enrollment token. */
  enroll(token: string): Promise<Host>;
  /** Creates an agent with a key pair, and registers it with a request that its host signs. */
  register(host: Host, name: string): Promise<Agent>;
  execute(agent: Agent, capability: string, args?: object): Promise<AgentAnswer>;
}

/** Creates a client for the agent-auth provider at this address. */
export function createAgentClient(issuer: string): AgentClient {
  async function findEndpoint(name: string): Promise<string> {
    const response = await fetch(`${issuer}/.well-known/agent-configuration`);
    const { endpoints } = (await response.json()) as { readonly endpoints: { readonly [name: string]: string } };
    return endpoints[name] ?? "";
  }

  return {
    async enroll(token) {
      const { privateKey } = generateKeyPairSync("ed25519");
      // The discovery document does not list this endpoint.
      const answer = await post(`${issuer}/host/enroll`, { token, public_key: toPublicJwk(privateKey) });
      return { id: readString(answer, "hostId"), privateKey };
    },
    async register(host, name) {
      const { privateKey } = generateKeyPairSync("ed25519");
      const claims = { iss: host.id, aud: issuer, agent_public_key: toPublicJwk(privateKey) };
      const answer = await post(
        await findEndpoint("register"),
        { name },
        createJwt("host+jwt", claims, host.privateKey),
      );
      return { id: readString(answer, "agent_id"), host, privateKey };
    },
    async execute({ id, host, privateKey }, capability, args) {
      const url = await findEndpoint("execute");
      // The token is valid only for this capability at this address.
      const claims = { iss: host.id, sub: id, aud: url, htm: "POST", htu: url, capabilities: [capability] };
      return post(url, { capability, arguments: args }, createJwt("agent+jwt", claims, privateKey));
    },
  };
}

/** Creates a JWT with a fresh id. It is signed with Ed25519 (RFC 8037) and valid for one minute. */
function createJwt(typ: "host+jwt" | "agent+jwt", claims: object, privateKey: KeyObject): string {
  const iat = Math.floor(Date.now() / 1_000);
  const payload = { ...claims, iat, exp: iat + 60, jti: randomUUID() };
  const signingInput = [{ alg: "EdDSA", typ }, payload].map((part) => encodeBase64url(JSON.stringify(part))).join(".");
  return `${signingInput}.${encodeBase64url(sign(null, Buffer.from(signingInput), privateKey))}`;
}

function encodeBase64url(content: string | Buffer): string {
  return Buffer.from(content).toString("base64url");
}

function toPublicJwk(privateKey: KeyObject): object {
  const { d: _, ...jwk } = privateKey.export({ format: "jwk" });
  return jwk;
}

async function post(url: string, body: object, jwt?: string): Promise<AgentAnswer> {
  const headers = { "content-type": "application/json", ...(jwt !== undefined && { authorization: `Bearer ${jwt}` }) };
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === "" ? {} : JSON.parse(text) };
}

function readString({ status, body }: AgentAnswer, name: string): string {
  const value = body[name];
  if (status === 200 && typeof value === "string") return value;
  throw new Error(`The identity service answered ${status}: ${JSON.stringify(body)}`);
}
