// All that Assay needs from an identity provider: token introspection (RFC 7662). This example reads keys from a file.
//   PORT=8085 CLIENT=assay CLIENT_SECRET=... introspect.ts <keys.json>
// The file has the SHA-256 of each key, not the key itself: { "<64 hex digits>": { "sub": "ada", "exp": 1893456000 } }
import { createHash, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

const { PORT = "8085", CLIENT = "assay", CLIENT_SECRET = "" } = process.env;
if (CLIENT_SECRET.trim() === "") {
  console.error(
    "CLIENT_SECRET is empty, so anyone could ask about keys. Set it to a secret, and give Assay the same secret.",
  );
  process.exit(1);
}
const [file = "keys.json"] = process.argv.slice(2);

const server = createServer((request, response) => {
  introspect(request, response).catch(() => response.writeHead(500).end());
});
server.listen(Number(PORT), "127.0.0.1", () => console.log("listening"));
process.once("SIGTERM", () => process.exit());

async function introspect(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== "POST" || request.url !== "/introspect") return sendJson(response, 404, {});
  if (!isOurClient(request.headers.authorization ?? "")) return sendJson(response, 401, { error: "invalid_client" });
  const token = new URLSearchParams(await text(request)).get("token");
  if (!token) return sendJson(response, 400, { error: "invalid_request" });
  // Read for every request, so that removing a key from the file revokes it at once.
  const keys = JSON.parse(readFileSync(file, "utf8"));
  const entry = keys[createHash("sha256").update(token).digest("hex")];
  const isActive = entry !== undefined && (entry.exp ?? Infinity) > Date.now() / 1_000;
  // Section 2.2: the answer about an inactive key has no other members.
  sendJson(response, 200, isActive ? { active: true, ...entry } : { active: false });
}

// RFC 6749, section 2.3.1: both parts are form-encoded before they are joined.
function isOurClient(authorization: string): boolean {
  const [, encoded = ""] = /^Basic (\S+)$/i.exec(authorization) ?? [];
  const parts = Buffer.from(encoded, "base64").toString().split(":", 2);
  const received = parts.map(decodeForm).join(":");
  const sha256 = (credentials: string) => createHash("sha256").update(credentials).digest();
  return timingSafeEqual(sha256(received), sha256(`${CLIENT}:${CLIENT_SECRET}`));
}

// Returns "" for malformed input, which matches no credentials.
function decodeForm(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll("+", " "));
  } catch {
    return "";
  }
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" });
  response.end(JSON.stringify(body));
}
