import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { junkKey } from "../auth/service.ts";

/** The introspection endpoint (RFC 7662) of more people than an identity service can sign up in a test. */
interface Users extends AsyncDisposable {
  readonly url: string;
  /** The key of another person. */
  newKey(): string;
  /** How often the endpoint was asked. */
  asked(): number;
}

export async function startUsers(): Promise<Users> {
  const subjects = new Map<string, string>();
  let asked = 0;
  const server = createServer({ keepAliveTimeout: 120_000 }, async (request, response) => {
    asked += 1;
    const sub = subjects.get(new URLSearchParams(await text(request)).get("token") ?? "");
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(sub === undefined ? { active: false } : { active: true, sub }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/introspect`,
    newKey() {
      const key = junkKey();
      subjects.set(key, `user-${subjects.size}`);
      return key;
    },
    asked: () => asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
