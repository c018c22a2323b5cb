import { hash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { createEngine } from "@assay/engine";
import { createApi } from "../api/create-api.ts";
import { Mcp } from "../api/mcp/mcp.ts";
import { createDomainDescriber } from "../api/operations/list-domains.ts";
import { readBody } from "../api/read-body.ts";
import { connectAuthenticator } from "../auth/identity.ts";
import { Calls, type CallsOptions } from "../call.ts";
import { defaultLimit } from "../limit/create-limiter.ts";
import type { Client, Limiter } from "../limit/limiter.ts";
import { createRateLimits } from "../limit/rate-limits.ts";
import { createNetworkTest } from "../net/classify-address.ts";
import type { Listener } from "../net/listen.ts";
import { packageFolder, version } from "../package-files.ts";
import { createPages, readPageFiles } from "../pages/pages.ts";
import type { WorkbenchFiles } from "../pages/workbench/workbench-files.ts";
import { createWorkbenchPage } from "../pages/workbench/workbench-page.ts";
import type { AppOptions } from "./options.ts";
import type { Parts } from "./parts.ts";

/** Creates the HTTP and MCP interfaces on a listener. Both count, check and log calls through the same `Calls`. */
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
  const describeDomains = createDomainDescriber({ ...parts, domains: sources, publicUrl });
  const calls = createCalls(options, parts, limiter, { publicUrl, describeDomains });
  const pageFiles = readPageFiles(fileURLToPath(new URL("pages", packageFolder)));
  const pages = createPages(pageFiles, { publicUrl, serviceName, keyUrl, authorizationServer });
  const mcp = new Mcp({
    publicUrl,
    version,
    serviceName,
    calls,
    log: events.call,
    read: readBody,
    domains: sources,
  });
  const api = await createApi({
    listener,
    publicUrl,
    keyUrl,
    authorizationServer,
    mcp,
    corsOrigins: new Set(options.corsOrigins),
    isTrustedProxy: trustedProxies.length > 0 ? createNetworkTest(trustedProxies) : undefined,
    onUnknownClient: metrics.countUnknownClient,
    onForwardingIgnored: events.forwardingIgnored,
    calls,
    pages,
    workbench: files && {
      assets: files.assets,
      writePage: createWorkbenchPage({ publicUrl, keyUrl, files, domains: describeDomains }),
    },
    domains: sources,
    isDraining: () => state.draining,
    onOverload: metrics.countOverload,
    onFailure: events.pageFailed,
  });
  return { api, mcp };
}

function createCalls(
  options: AppOptions,
  parts: Parts,
  limiter: Limiter,
  { publicUrl, describeDomains }: { readonly publicUrl: string } & Pick<CallsOptions, "describeDomains">,
): Calls {
  const { proxyNetworks, limit = defaultLimit } = options;
  const { events, metrics, observe, sources, now, elapsedMs } = parts;
  const rateLimits = createRateLimits({
    limit,
    limiter,
    elapsedMs: () => performance.now(),
    onCharge: metrics.countCharge,
    onRepeatedRefusal: (client, refused) => events.clientPersists({ ...describeClient(client), refused }),
    onLocalNonce: metrics.countLocalNonce,
    onOverload: metrics.countOverload,
  });
  const isProxy = proxyNetworks === undefined ? () => true : createNetworkTest(proxyNetworks);
  return new Calls({
    authenticator: connectAuthenticator(options, { publicUrl, now, elapsedMs, events, observe, isProxy }),
    rateLimits,
    engine: createEngine({ sha256: (text) => hash("sha256", text) }),
    engineVersion: version,
    domains: sources,
    describeDomains,
    log: events.call,
    logOverLimit: events.callOverLimit,
  });
}

function describeClient([kind, ...name]: Client) {
  if (kind === "agent") return { issuer: name[0] ?? "", callerId: name[1] ?? "" };
  return { address: name[0] ?? "" };
}
