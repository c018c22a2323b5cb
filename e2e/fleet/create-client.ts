import * as http from "node:http";
import * as https from "node:https";
import { text } from "node:stream/consumers";
import type { Answer } from "../http/check-answer.ts";

/** A call: with a body, it validates a candidate; without one, it lists the domains, or requests another path. */
export interface ClientCall {
  readonly path?: string;
  readonly headers?: { readonly [name: string]: string };
  readonly body?: string;
}

/** A client that connects to HAProxy from a separate address and keeps its connections. */
export interface Client extends Disposable {
  call(options?: ClientCall): Promise<Answer>;
}

export function createClient(url: string, localAddress: string, connections = 64): Client {
  const { Agent, request } = url.startsWith("https:") ? https : http;
  const agent = new Agent({
    keepAlive: true,
    maxSockets: connections,
    localAddress,
    rejectUnauthorized: false,
  } as https.AgentOptions);
  return {
    async call({ headers = {}, body, path = body === undefined ? "/api/domains" : "/api/validate" } = {}) {
      const options =
        body === undefined
          ? { agent, headers }
          : { agent, method: "POST", headers: { "content-type": "application/json", ...headers } };
      const outgoing = request(`${url}${path}`, options);
      return await new Promise((resolve, reject) => {
        outgoing.on("error", reject).on("response", (response) => {
          const { statusCode: status = 0, headers: answerHeaders } = response;
          text(response).then(
            (answer) => resolve({ status, headers: answerHeaders as Answer["headers"], body: answer }),
            reject,
          );
        });
        outgoing.end(body);
      });
    },
    [Symbol.dispose]: () => agent.destroy(),
  };
}
