import { createServer, type Server } from "node:http";
import { endSlowExchanges } from "./connections.ts";

export interface OperatorOptions {
  isReady(): boolean;
  metrics(): string;
}

/** The listener for whoever runs the service: is it alive, may it get traffic, what does it count. */
export function createOperator({ isReady, metrics }: OperatorOptions): Server {
  const server = createServer((request, response) => {
    const [path] = (request.url ?? "").split("?", 1);
    const answer = (status: number, text: string) => {
      response.writeHead(status, { "content-type": "text/plain; charset=utf-8" }).end(text);
    };
    if (request.method !== "GET" && request.method !== "HEAD") return answer(405, "GET only\n");
    if (path === "/livez") return answer(200, "alive\n");
    if (path === "/readyz") return isReady() ? answer(200, "ready\n") : answer(503, "not ready\n");
    if (path === "/metrics") return answer(200, metrics());
    return answer(404, "livez, readyz, metrics\n");
  });
  endSlowExchanges(server);
  return server;
}
