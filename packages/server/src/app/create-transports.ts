import { hash } from "node:crypto";
import { fileURLToPath } from "node:url";
import type { DomainName, JsonObject } from "@assay/contract";
import { createEngine } from "@assay/engine";
import { createApi } from "../api/create-api.ts";
import { servedSchemaOf } from "../api/mcp/candidate-schema.ts";
import { Mcp } from "../api/mcp/mcp.ts";
import { describeDomain } from "../api/operations/list-domains.ts";
import { readBody } from "../api/read-body.ts";
import { createIdentity } from "../auth/identity.ts";
import { Calls } from "../call.ts";
import { usualLimit } from "../limit/create-limiter.ts";
import type { Client, Limiter } from "../limit/limiter.ts";
import { createRateLimits } from "../limit/rate-limits.ts";
import { networkTest } from "../net/classify-address.ts";
import type { Listener } from "../net/listen.ts";
import { createPages, readPageFiles } from "../pages/pages.ts";
import type { WorkbenchFiles } from "../pages/workbench/workbench-files.ts";
import { createWorkbenchPage } from "../pages/workbench/workbench-page.ts";
import type { AppOptions } from "./options.ts";
import type { Parts } from "./parts.ts";
import { version } from "./parts.ts";

/** Builds HTTP and MCP around the same calls, on a listener that waits for them. */
export async function createTransports(
  options: AppOptions,
  parts: Parts,
  limiter: Limiter,
  listener: Listener,
  files: WorkbenchFiles | undefined,
) {
  const { trustedProxies = [], serviceName = "assay", keyUrl, publicUrl = listener.url } = options;
  const { authorizationServer } = options;
  const { events, metrics, sources, state } = parts;
  const calls = createCalls(options, parts, limiter, publicUrl);
  // The same place from the sources and from `dist`.
  const pageFiles = readPageFiles(fileURLToPath(new URL("../../pages", import.meta.url)));
  const pages = createPages(pageFiles, { publicUrl, serviceName, keyUrl, authorizationServer });
  const sourceOf = ({ targetProduct, domainId }: DomainName) =>
    sources.find((source) => source.targetProduct === targetProduct && source.domainId === domainId);
  const documentOf = (name: DomainName) => sourceOf(name)?.specPackage?.value.document;
  const domains = () => sources.map((source) => describeDomain(source, publicUrl));
  const mcp = new Mcp({
    publicUrl,
    version,
    serviceName,
    calls,
    log: events.call,
    read: readBody,
    domains: sources,
    specPackage: documentOf,
    nextSpecPackage: (name) => sourceOf(name)?.next?.value.document,
  });
  const api = await createApi({
    listener,
    publicUrl,
    keyUrl,
    authorizationServer,
    mcp,
    corsOrigins: new Set(options.corsOrigins),
    isTrustedProxy: trustedProxies.length > 0 ? networkTest(trustedProxies) : undefined,
    unnamed: metrics.unnamed,
    forwardingIgnored: events.forwardingIgnored,
    calls,
    pages,
    candidateSchema(targetProduct, domainId) {
      const document = documentOf({ targetProduct, domainId });
      return document && (servedSchemaOf(document) as JsonObject);
    },
    workbench: files && {
      assets: files.assets,
      page: createWorkbenchPage({ publicUrl, keyUrl, files, domains }),
    },
    domains: sources,
    isDraining: () => state.draining,
    overloaded: metrics.overloaded,
    failed: events.pageFailed,
  });
  return { api, mcp };
}

function createCalls(options: AppOptions, parts: Parts, limiter: Limiter, publicUrl: string): Calls {
  const { proxyNetworks, limit = usualLimit } = options;
  const { events, metrics, observe, sources, now, elapsedMs } = parts;
  const rateLimits = createRateLimits({
    limit,
    limiter,
    elapsedMs: () => performance.now(),
    charged: metrics.charged,
    persists: (client, refused) => events.clientPersists({ ...describeClient(client), refused }),
    nonceIsLocal: metrics.nonceIsLocal,
    overloaded: metrics.overloaded,
  });
  const isProxy = proxyNetworks === undefined ? () => true : networkTest(proxyNetworks);
  return new Calls({
    identify: createIdentity(options, { publicUrl, now, elapsedMs, events, observe, isProxy }),
    rateLimits,
    engine: createEngine({ sha256: (text) => hash("sha256", text) }),
    engineVersion: version,
    publicUrl,
    domains: sources,
    log: events.call,
    logOver: events.callOver,
  });
}

function describeClient([kind, ...name]: Client) {
  if (kind === "agent") return { issuer: name[0] ?? "", callerId: name[1] ?? "" };
  return { address: name[0] ?? "" };
}
