import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { createOpenapi } from "@assay/contract";
import type { OpenapiDocument } from "../src/identity/assay-capabilities.ts";

/** A call as it arrived. */
export interface Arrived {
  readonly method: string;
  readonly targetUri: string;
  readonly rawHeaders: readonly string[];
  readonly headers: { readonly [name: string]: unknown };
  readonly body: Uint8Array | undefined;
}

/** A service with Assay's description that records what reaches its routes, and answers what it is told. */
export interface FakeAssay extends AsyncDisposable {
  readonly url: string;
  readonly openapi: OpenapiDocument;
  readonly arrived: Arrived[];
  answer: { readonly status: number; readonly headers?: Record<string, string>; readonly body: object };
}

/** Starts a fake Assay on a free port. */
export async function startFakeAssay(): Promise<FakeAssay> {
  const server = createServer(async (request, response) => {
    const { method = "", url = "", rawHeaders, headers } = request;
    const read = await buffer(request);
    const json = { "content-type": "application/json" };
    if (url === "/openapi.json") return void response.writeHead(200, json).end(JSON.stringify(fake.openapi));
    const body = method === "GET" ? undefined : read;
    fake.arrived.push({ method, targetUri: `${fake.url}${url}`, rawHeaders, headers, body });
    const { answer } = fake;
    response.writeHead(answer.status, { ...json, ...answer.headers }).end(JSON.stringify(answer.body));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fake: FakeAssay = {
    url,
    openapi: createOpenapi(url) as OpenapiDocument,
    arrived: [],
    answer: { status: 200, body: { valid: true } },
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
  return fake;
}
