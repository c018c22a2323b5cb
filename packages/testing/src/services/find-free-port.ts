import { once } from "node:events";
import { createServer } from "node:net";

// Stays below the ephemeral port range. Otherwise, while a server such as Redis is stopped, an outgoing connection could
// take its port, or a client that reconnects could connect to itself.
const [lowest, highest] = [20_000, 32_000];

/** Finds a local port that is not in use. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest));
    if (await isPortFree(port)) return port;
  }
}

async function isPortFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch {
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
}
