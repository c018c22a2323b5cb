import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Registry } from "@assay/contract";
import { startApp } from "@assay/server";
import { specFile } from "@assay/testing/cases/golden-cases";
import { longTimeouts } from "@assay/testing/services/long-timeouts";
import { manyCalls } from "@assay/testing/services/many-calls";
import { waitUntilReady } from "@assay/testing/services/wait-until-ready";

/** Starts the service with the given spec packages; every registry is empty. */
export async function startSevenProducts(
  specPackages: readonly string[],
): Promise<AsyncDisposable & { readonly url: string }> {
  await using started = new AsyncDisposableStack();
  const server = createServer((request, response) => {
    const [, document = "", ...name] = (request.url ?? "").split("/");
    const [targetProduct = ""] = name;
    const body = document === "registry" ? JSON.stringify(createRegistry(targetProduct)) : readRules(name.join("/"));
    response.writeHead(200, { "content-type": "application/json" }).end(body);
  });
  started.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const domains = specPackages.map((name) => {
    const [targetProduct = "", domainId = ""] = name.split("/");
    return {
      targetProduct,
      domainId,
      specPackageUrl: `${origin}/spec-package/${name}`,
      submissionUrl: `${origin}/proposals/${targetProduct}`,
      registry: { url: `${origin}/registry/${name}` },
      refreshSeconds: 3_600,
      maxStaleSeconds: { specPackage: 86_400, registry: 86_400 },
    };
  });
  const app = started.use(await startApp({ limit: manyCalls, ...longTimeouts, log: { level: "warn" }, domains }));
  await waitUntilReady(app);
  const running = started.move();
  return { url: app.url, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

// Without the announcement of the next version, which is at an address of Datamint's own.
function readRules(name: string): Uint8Array {
  return specFile(name, name.startsWith("datamint/") ? [{ op: "remove", path: "/next" }] : []);
}

function createRegistry(targetProduct: string): Registry {
  return {
    format: "generator-registry/v1",
    targetProduct,
    revision: "1",
    complete: true,
    entries: [],
    pending: [],
  };
}
