import { hash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Registry } from "@assay/contract";
import type { startApp } from "@assay/server";
import { generatedName, generatedPackage } from "../corpora/generated-package.ts";

type DomainConfig = Parameters<typeof startApp>[0]["domains"][number];

/** What was answered so far. */
export interface Answered {
  /** Documents, in full. */
  readonly full: number;
  /** "Not modified". */
  readonly same: number;
}

/** Target products on this machine, with as many domains as are asked for. */
export interface GeneratedProduct extends AsyncDisposable {
  domain(index: number): DomainConfig;
  answered(): Answered;
}

/** Starts them. Documents have entity tags, unless given, and a request that names the current one gets 304. */
export async function startGeneratedProduct({ withTags = true } = {}): Promise<GeneratedProduct> {
  let [full, same] = [0, 0];
  const documents = new Map<string, { readonly body: string; readonly etag: string }>();
  const server = createServer((request, response) => {
    const url = request.url ?? "";
    const { body, etag } = documents.get(url) ?? documentAt(url);
    documents.set(url, { body, etag });
    if (request.headers["if-none-match"] === etag) {
      same += 1;
      response.writeHead(304, { etag }).end();
      return;
    }
    full += 1;
    response.writeHead(200, { "content-type": "application/json", ...(withTags && { etag }) }).end(body);
  });
  server.listen({ port: 0, host: "127.0.0.1", backlog: 4_096 });
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    answered: () => ({ full, same }),
    domain: (index) => ({
      ...generatedName(index),
      specPackageUrl: `${origin}/${index}/spec-package`,
      submissionUrl: `${origin}/${index}/proposals`,
      registry: { url: `${origin}/${index}/registry` },
      refreshSeconds: 30,
      maxStaleSeconds: { specPackage: 3_600, registry: 300 },
    }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function documentAt(url: string): { readonly body: string; readonly etag: string } {
  const [, index = "", document] = url.split("/");
  const body = JSON.stringify(document === "registry" ? registryOf(Number(index)) : generatedPackage(Number(index)));
  return { body, etag: `"${hash("sha256", body)}"` };
}

function registryOf(index: number): Registry {
  return {
    format: "generator-registry/v1",
    targetProduct: generatedName(index).targetProduct,
    revision: "1",
    complete: true,
    entries: Array.from({ length: 50 }, (_, at) => ({ id: `taken-${index}-${at}`, state: "active" as const })),
    pending: [],
  };
}
