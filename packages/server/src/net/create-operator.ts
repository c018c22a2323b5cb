import { createServer, type Server } from "node:http";
import { endSlowExchanges } from "./connections.ts";
import { readForwardedAddress } from "./find-sender.ts";

export interface OperatorOptions {
  /** The address or name to listen on. */
  readonly host: string;
  isReady(): boolean;
  /** Lists the current issues of the service, one phrase each. */
  listIssues(): readonly string[];
  metrics(): string;
}

/** Creates the operator server: liveness, readiness and metrics. */
export function createOperator({ host, isReady, listIssues, metrics }: OperatorOptions): Server {
  const hostNames = new Set(["localhost", host.toLowerCase()]);
  const server = createServer((request, response) => {
    const [path] = (request.url ?? "").split("?", 1);
    const answer = (status: number, text: string) => {
      response.writeHead(status, { "content-type": "text/plain; charset=utf-8" }).end(text);
    };
    if (!isOwnHost(request.headers.host, hostNames)) {
      return answer(421, "Unknown host: use an IP address, localhost or the name in ASSAY_OPERATOR_HOST\n");
    }
    if (request.method !== "GET" && request.method !== "HEAD") return answer(405, "Only GET and HEAD are supported\n");
    if (path === "/livez") return answer(200, "alive\n");
    if (path === "/readyz") {
      const details = listIssues().join("; ");
      const text = `${isReady() ? "ready" : "not ready"}${details === "" ? "" : `: ${details}`}\n`;
      return answer(isReady() ? 200 : 503, text);
    }
    if (path === "/metrics") return answer(200, metrics());
    return answer(404, "Not found. Paths: /livez, /readyz, /metrics\n");
  });
  endSlowExchanges(server);
  return server;
}

// A web page from another site can read this port only under a name that resolves to it (DNS rebinding), so IP
// addresses are safe to allow, for probes and port forwards. A missing Host is safe too: browsers always send one.
function isOwnHost(host: string | undefined, hostNames: ReadonlySet<string>): boolean {
  if (host === undefined || host === "" || readForwardedAddress(host) !== undefined) return true;
  return hostNames.has(host.replace(/:\d{1,5}$/, "").toLowerCase());
}
