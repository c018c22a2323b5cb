import { once } from "node:events";
import { createServer } from "node:net";

// Below the ports of outgoing connections: while a store is down, no other connection may take its port, and a client
// that reconnects to it must not connect to itself.
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
