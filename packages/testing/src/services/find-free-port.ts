import { once } from "node:events";
import { createServer } from "node:net";

// Below those that the system gives to outgoing connections: while a store is down nobody else may take its port, and
// whoever tries to reach it must not end up connected with itself.
const [lowest, highest] = [20_000, 32_000];

/** A port of this machine on which nobody listens. */
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
