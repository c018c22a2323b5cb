import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** What happens to a request on its way: it fails, it is never answered, its answer is wrong or lost, or all is well. */
export type Mood = "fails" | "hangs" | "babbles" | "loses" | "works";

/** Stands before a service and is as unreliable as a test wants it. */
export interface Unreliable extends AsyncDisposable {
  readonly origin: string;
  mood: Mood;
}

/** Puts an unreliable stretch of network before a service. */
export async function startUnreliable(target: string, mood: Mood): Promise<Unreliable> {
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { mood } = unreliable;
    if (mood === "hangs") return;
    if (mood === "fails") return void response.writeHead(500).end();
    if (mood === "babbles") return void response.writeHead(200).end('{"ballot":1}');
    const headers = { "content-type": "application/json" };
    const init = request.method === "GET" ? {} : { method: request.method ?? "POST", headers, body };
    const answer = await fetch(`${target}${request.url}`, init);
    if (mood === "loses") return void response.destroy();
    response.writeHead(answer.status, headers).end(await answer.text());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const unreliable: Unreliable = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mood,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
  return unreliable;
}
