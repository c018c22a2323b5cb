import { hash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { type Product, startSandbox } from "@assay/sandbox";

// 64 KiB on the wire, 64 MiB when decompressed.
const bomb = gzipSync(Buffer.alloc(67_108_864, " "));

/** A document of the product; `next` is any spec package except the current one. */
export type Document = "spec package" | "next" | "registry";

/** A faulty answer to requests for a document. */
export type Fault =
  | { readonly kind: "hung" | "slow" | "garbage" | "half" | "endless" | "bomb" }
  | { readonly kind: "status"; readonly status: number }
  | { readonly kind: "redirect"; readonly to: string }
  | { readonly kind: "content type"; readonly contentType: string }
  /** Answers every request with 304. */
  | { readonly kind: "not modified"; readonly etag: string }
  | { readonly kind: "replaced"; readonly body: string | Uint8Array }
  | { readonly kind: "edited"; readonly edit: (text: string) => string }
  | { readonly kind: "computed"; readonly body: (path: string) => string };

/** Datamint behind a proxy that can fail in many ways. */
export interface UnreliableProduct extends AsyncDisposable {
  readonly datamint: Product;
  readonly origin: string;
  readonly specPackageUrl: string;
  readonly registryUrl: string;
  readonly submissionUrl: string;
  /** From now on, answers requests for a document with this fault, or correctly if none is given. */
  setFault(document: Document, fault?: Fault): void;
  /** Closes the port. */
  kill(): Promise<void>;
  /** Opens the port again. */
  revive(): Promise<void>;
  /** Counts the requests for a document so far. */
  countRequests(document: Document): number;
  /** How many bytes of the last endless body were sent. */
  readonly endlessBytes: number;
}

/** Starts Datamint and its proxy on free ports. */
export async function startUnreliableProduct(): Promise<UnreliableProduct> {
  await using started = new AsyncDisposableStack();
  const { datamint } = started.use(await startSandbox());
  const faults = new Map<Document, Fault>();
  const counts = new Map<Document, number>();
  const progress = { endlessBytes: 0 };
  let origin = "";

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? "";
    const document = findDocument(path);
    counts.set(document, (counts.get(document) ?? 0) + 1);
    const fault = faults.get(document);
    if (fault?.kind === "computed") return send(request, response, fault.body(path));
    const answer = await fetch(`${datamint.origin}${path}`);
    const text = (await answer.text()).replaceAll(datamint.origin, origin);
    if (!answer.ok) response.writeHead(answer.status, { "content-type": "application/problem+json" }).end(text);
    else if (fault) sendFault(fault, text, request, response, progress);
    else send(request, response, text);
  }

  let server = await listen(serve, 0);
  const { port } = server.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
  const toProxyUrl = (url: string) => url.replace(datamint.origin, origin);
  const kill = async () => {
    if (!server.listening) return;
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    await closed;
  };
  started.defer(kill);
  const running = started.move();
  return {
    datamint,
    origin,
    specPackageUrl: toProxyUrl(datamint.specPackageUrl),
    registryUrl: toProxyUrl(datamint.registryUrl),
    submissionUrl: toProxyUrl(datamint.submissionUrl),
    setFault: (document, fault) => {
      if (fault) faults.set(document, fault);
      else faults.delete(document);
    },
    kill,
    async revive() {
      if (!server.listening) server = await listen(serve, port);
    },
    countRequests: (document) => counts.get(document) ?? 0,
    get endlessBytes() {
      return progress.endlessBytes;
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** Starts a server that must never be called. It counts the connections and requests that it receives. */
export async function startCanary(): Promise<AsyncDisposable & { readonly port: number; readonly hits: number }> {
  let hits = 0;
  const server = await listen(async (_, response) => {
    hits += 1;
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  }, 0);
  server.on("connection", () => {
    hits += 1;
  });
  return {
    port: (server.address() as AddressInfo).port,
    get hits() {
      return hits;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function listen(serve: (request: IncomingMessage, response: ServerResponse) => Promise<void>, port: number) {
  const server: Server = createServer({ keepAliveTimeout: 120_000 }, (request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return server;
}

function findDocument(path: string): Document {
  if (path.startsWith("/registry")) return "registry";
  return path.endsWith("/current.json") ? "spec package" : "next";
}

function send(request: IncomingMessage, response: ServerResponse, body: string | Uint8Array): void {
  const etag = `"${hash("sha256", body)}"`;
  if (request.headers["if-none-match"] === etag) response.writeHead(304, { etag }).end();
  else response.writeHead(200, { "content-type": "application/json", etag }).end(body);
}

function sendFault(
  fault: Exclude<Fault, { kind: "computed" }>,
  text: string,
  request: IncomingMessage,
  response: ServerResponse,
  progress: { endlessBytes: number },
): void {
  const json = { "content-type": "application/json" };
  switch (fault.kind) {
    case "hung":
      return;
    case "slow":
      return void sendByteByByte(response.writeHead(200, json), text);
    case "garbage":
      return void response.writeHead(200, json).end(Buffer.from('{"format":\u0000\u0001 [[[[ <html>', "utf8"));
    case "half":
      response.writeHead(200, { ...json, "content-length": Buffer.byteLength(text) });
      response.write(text.slice(0, text.length / 2), () => response.destroy());
      return;
    case "endless":
      progress.endlessBytes = 0;
      return void sendEndlessly(response.writeHead(200, json), progress);
    case "bomb":
      return void response.writeHead(200, { ...json, "content-encoding": "gzip" }).end(bomb);
    case "status":
      return void response.writeHead(fault.status, json).end("{}");
    case "redirect":
      return void response.writeHead(302, { location: fault.to }).end();
    case "content type":
      return void response.writeHead(200, { "content-type": fault.contentType }).end(text);
    case "not modified":
      return void response.writeHead(304, { etag: fault.etag }).end();
    case "replaced":
      return void send(request, response, fault.body);
    case "edited":
      return void send(request, response, fault.edit(text));
  }
}

function sendByteByByte(response: ServerResponse, text: string): void {
  // On a busy machine, the client might have disconnected before the first byte.
  if (response.closed) return;
  let position = 0;
  const timer = setInterval(() => {
    response.write(text.slice(position, position + 1));
    position += 1;
  }, 20);
  response.on("close", () => clearInterval(timer));
}

function sendEndlessly(response: ServerResponse, progress: { endlessBytes: number }): void {
  const part = Buffer.alloc(65_536, " ");
  const sendMore = () => {
    while (!response.destroyed) {
      progress.endlessBytes += part.length;
      if (!response.write(part)) return;
    }
  };
  response.on("drain", sendMore);
  sendMore();
}
