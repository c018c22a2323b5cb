// A minimal agent that signs in at an identity service, in plain Node, without any Assay code.
//   agent.ts enroll <identity service> <enrollment token>  creates keys, enrolls this host, and registers the agent
//   agent.ts ask <capability> ...                         requests capabilities, and prints what the approver needs
//   agent.ts execute <capability> [<arguments.json>]      uses a capability
// Its keys and ids are stored in agent.json, in the current folder.
import { createPrivateKey, generateKeyPairSync, type JsonWebKey, randomUUID, sign } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";

interface Agent {
  readonly issuer: string;
  readonly hostId: string;
  readonly hostKey: JsonWebKey;
  readonly agentId: string;
  readonly agentKey: JsonWebKey;
}

const [command, ...args] = process.argv.slice(2);
const commands: { readonly [name: string]: (...args: readonly string[]) => Promise<void> } = { enroll, ask, execute };
await (commands[command ?? ""] ?? printUsage)(...args);

async function enroll(issuer = "", token = ""): Promise<void> {
  const [hostKey, agentKey] = [createKey(), createKey()];
  const enrolled = await post(`${issuer}/host/enroll`, { token, public_key: toPublicJwk(hostKey) });
  const hostId = String(enrolled.hostId);
  // The host confirms the agent's key with its own signature.
  const hostToken = signJwt("host+jwt", { iss: hostId, aud: issuer, agent_public_key: toPublicJwk(agentKey) }, hostKey);
  const registered = await post(await findEndpoint(issuer, "register"), { name: "drafting agent" }, hostToken);
  const agent: Agent = { issuer, hostId, hostKey, agentId: String(registered.agent_id), agentKey };
  writeFileSync("agent.json", JSON.stringify(agent, null, 2), { mode: 0o600 });
  console.log("Enrolled and registered, without any capability yet.");
}

async function ask(...capabilities: readonly string[]): Promise<void> {
  const agent = readAgent();
  const url = await findEndpoint(agent.issuer, "request_capability");
  const { approval } = await post(url, { capabilities }, signAgentJwt(agent, { aud: agent.issuer }));
  // The person needs both to approve the request. The code shows that it came from this agent.
  const { device_code: id, user_code: code } = approval as { readonly device_code: string; readonly user_code: string };
  console.log(JSON.stringify({ approval_id: id, user_code: code }));
}

async function execute(capability = "", file?: string): Promise<void> {
  const agent = readAgent();
  const url = await findEndpoint(agent.issuer, "execute");
  const body = { capability, ...(file !== undefined && { arguments: JSON.parse(readFileSync(file, "utf8")) }) };
  const { data } = await post(
    url,
    body,
    signAgentJwt(agent, { aud: url, htm: "POST", htu: url, capabilities: [capability] }),
  );
  console.log(JSON.stringify(data));
}

function readAgent(): Agent {
  return JSON.parse(readFileSync("agent.json", "utf8"));
}

function signAgentJwt({ hostId, agentId, agentKey }: Agent, claims: object): string {
  return signJwt("agent+jwt", { iss: hostId, sub: agentId, ...claims }, agentKey);
}

/** Signs a JWT with Ed25519 (RFC 8037). It has a unique id and is valid for a minute. */
function signJwt(typ: string, claims: object, key: JsonWebKey): string {
  const iat = Math.floor(Date.now() / 1_000);
  const parts = [
    { alg: "EdDSA", typ },
    { ...claims, iat, exp: iat + 60, jti: randomUUID() },
  ];
  const signed = parts.map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
  const signature = sign(null, Buffer.from(signed), createPrivateKey({ format: "jwk", key }));
  return `${signed}.${signature.toString("base64url")}`;
}

function createKey(): JsonWebKey {
  return generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" });
}

function toPublicJwk({ d: _secret, ...jwk }: JsonWebKey): JsonWebKey {
  return jwk;
}

async function findEndpoint(issuer: string, name: string): Promise<string> {
  const response = await fetch(`${issuer}/.well-known/agent-configuration`);
  const { endpoints } = (await response.json()) as { readonly endpoints: { readonly [name: string]: string } };
  return endpoints[name] ?? "";
}

async function post(url: string, body: object, token?: string): Promise<{ readonly [name: string]: unknown }> {
  const headers = {
    "content-type": "application/json",
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  const answer = (await response.json()) as { readonly [name: string]: unknown };
  if (response.ok) return answer;
  console.log(`${response.status} ${answer.error}: ${answer.message}`);
  process.exit(1);
}

async function printUsage(): Promise<void> {
  console.log("agent.ts enroll <identity service> <token> | ask <capability> ... | execute <capability> [<file>]");
}
