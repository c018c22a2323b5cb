import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { resolve } from "node:path";
import type { Verification } from "@assay/contract";
import { isLoopback } from "../access/web-address.ts";
import { maxPackageBytes } from "../draft/read-package.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";
import { printInternalError } from "../terminal/print.ts";
import { toPrintable } from "../terminal/to-printable.ts";
import { toSafeJson } from "../terminal/to-safe-json.ts";
import type { OpenedRules } from "../verdicts/rules-engine.ts";
import { openRulesReader, type ReadRules } from "../verdicts/rules-reader.ts";

type Verify = (bytes: Uint8Array, rules: OpenedRules) => Verification;
type Options = Parameters<typeof openRulesReader>[0] & { readonly listen: string };

// A request has ten seconds to arrive, also after the process was told to stop.
const requestTimeout = 10_000;

/** Verifies packages that are sent to a loopback address or a Unix socket, until it is told to stop. */
export async function listenForPackages({ listen, ...files }: Options, verify: Verify, io: Io): Promise<ExitCode> {
  const place = readAddress(listen, io);
  const server = createPackageServer(await openRulesReader(files, io), verify, io);
  const stopped = Promise.withResolvers<void>();
  process.once("SIGTERM", stopped.resolve);
  io.signal.addEventListener("abort", () => stopped.resolve());
  try {
    await once(server.listen(place), "listening");
  } catch (reason) {
    throw new Failure(`Cannot listen at ${listen}: ${(reason as Error).message}.`);
  }
  const bound = server.address();
  const port = typeof bound === "string" ? undefined : bound?.port;
  io.out.write(`listening at ${port ? `http://${listen.replace(/\d+$/, String(port))}` : toPrintable(listen)}\n`);
  await stopped.promise;
  server.close();
  setTimeout(() => server.closeAllConnections(), requestTimeout).unref();
  await once(server, "close");
  return io.signal.aborted ? exitCode.interrupted : exitCode.valid;
}

function readAddress(address: string, { cwd }: Io) {
  if (address.includes("/")) return { path: resolve(cwd, address) };
  const [, host, port] = /^(127\.0\.0\.1|\[::1\]):(\d{1,5})$/.exec(address) ?? [];
  if (host !== undefined) return { host: host.replace(/[[\]]/g, ""), port: Number(port) };
  throw new Failure(
    `--listen takes 127.0.0.1:PORT, [::1]:PORT or the path of a Unix socket, which contains a "/", not ${address}. Requests need no key, so no other machine may send them.`,
  );
}

function createPackageServer(readRules: ReadRules, verify: Verify, io: Io) {
  const timeouts = { requestTimeout, connectionsCheckingInterval: 1_000, keepAliveTimeout: 65_000 };
  const server = createServer(timeouts, async (request, response) => {
    const send = (status: number, text: string, type = "text/plain; charset=utf-8") => {
      response.statusCode = status;
      response.shouldKeepAlive &&= server.listening;
      response.setHeader("Content-Type", type).end(`${text}\n`);
    };
    try {
      const body = await readBody(request);
      const refusal = refuse(request);
      if (refusal) return send(...refusal);
      const { rules, problems } = await readRules();
      response.setHeader("Registry-Revision", rules.registry.revision);
      if (request.method === "GET") send(200, ["ready", ...problems].join(": "));
      else send(200, toSafeJson(verify(body, rules), 2), "application/json");
    } catch (reason) {
      // The client has closed the connection before its request was complete.
      if (!request.complete) return;
      printInternalError(reason, io);
      send(500, "Internal error. The process has written the details to standard error.");
    }
  });
  return Object.assign(server, { maxConnections: 256 });
}

// A web page can send requests to this machine: from its own origin, or under a name that its author chose (DNS rebinding).
function refuse({ method, url, headers }: IncomingMessage): readonly [status: number, text: string] | undefined {
  const { host, origin, "content-type": type = "" } = headers;
  if (!isLoopback(URL.parse(`http://${host}`)?.hostname ?? ""))
    return [421, "The Host header must be localhost or a loopback address."];
  if (origin !== undefined) return [403, "Web pages may not call this address."];
  if (method === "GET" && url === "/readyz") return undefined;
  if (method !== "POST" || url !== "/") return [404, "Not found. Send POST / or GET /readyz."];
  return /^application\/json\s*(;|$)/i.test(type) ? undefined : [415, "The Content-Type must be application/json."];
}

// Reads the whole request, so that its client sees the answer, and keeps at most one part more than a package may have.
async function readBody(request: IncomingMessage): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request) {
    if (size <= maxPackageBytes) parts.push(part);
    size += part.length;
  }
  return Buffer.concat(parts);
}
