import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Bundle } from "./bundle-engine.ts";

/** Nothing may run in the page but its own scripts, and none of them may make code out of text. */
const scriptPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "connect-src 'self'",
  "style-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Text becomes a script or a script's address only through the one policy that knows the workers by name. */
const pagePolicy = `${scriptPolicy}; require-trusted-types-for 'script'; trusted-types assay-worker`;

/** The worker can fetch nothing, generate no code, and load scripts of its own site only. */
const workerPolicy = "default-src 'none'; script-src 'self'";

/** A site on a free port of this machine. */
export type Site = { readonly origin: string; readonly close: () => Promise<void> };

/** Serves the page and its worker, each also under a second policy for comparison, and the cases. */
export async function servePage({ page, worker }: Bundle, cases: unknown): Promise<Site> {
  const script = "text/javascript; charset=utf-8";
  const files = new Map([
    ["/", file("text/html; charset=utf-8", beside("page.html"), pagePolicy)],
    ["/without-trusted-types", file("text/html; charset=utf-8", beside("page.html"), scriptPolicy)],
    ["/page.css", file("text/css; charset=utf-8", beside("page.css"))],
    ["/page.js", file(script, page)],
    ["/worker.js", file(script, worker, workerPolicy)],
    ["/cases.json", file("application/json", JSON.stringify(cases))],
  ]);
  const server = createServer(({ url = "/" }, response) => {
    const found = files.get(url.replace(/\?.*/, ""));
    if (found === undefined) response.writeHead(404).end();
    else response.writeHead(200, found.headers).end(found.body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

function file(type: string, body: string, policy = "default-src 'none'") {
  const headers = {
    "content-type": type,
    "content-security-policy": policy,
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
  };
  return { headers, body };
}

function beside(name: string): string {
  return readFileSync(join(import.meta.dirname, name), "utf8");
}
