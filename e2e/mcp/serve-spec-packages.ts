import type { Registry } from "@assay/contract";
import { startApp } from "@assay/server";
import { specFile } from "@assay/testing/cases/golden-cases";
import { generousLimit } from "@assay/testing/services/generous-limit";
import { longTimeouts } from "@assay/testing/services/long-timeouts";
import { waitUntilReady } from "@assay/testing/services/wait-until-ready";
import { startScriptedServer } from "../scripted-server.ts";

/** Starts the service with a domain for each of these spec packages. Their registries are empty. */
export async function serveSpecPackages(
  specPackages: readonly string[],
): Promise<AsyncDisposable & { readonly url: string }> {
  await using started = new AsyncDisposableStack();
  const productServer = await startScriptedServer((response, { url = "" }) => {
    const [, document = "", ...name] = url.split("/");
    const [targetProduct = ""] = name;
    const body = document === "registry" ? JSON.stringify(createRegistry(targetProduct)) : readRules(name.join("/"));
    response.writeHead(200, { "content-type": "application/json" }).end(body);
  });
  const { origin } = started.use(productServer);
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
  const app = started.use(await startApp({ limit: generousLimit, ...longTimeouts, log: { level: "warn" }, domains }));
  await waitUntilReady(app);
  const running = started.move();
  return { url: app.url, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

// Removes Datamint's announcement of its next rules, because its URL does not point to this server.
function readRules(name: string): Uint8Array {
  return specFile(name, name.startsWith("datamint/") ? [{ op: "remove", path: "/next" }] : []);
}

function createRegistry(targetProduct: string): Registry {
  return { format: "generator-registry/v1", targetProduct, revision: "1", complete: true, entries: [], pending: [] };
}
