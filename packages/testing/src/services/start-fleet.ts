import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { type SandboxWithIdentity, startSandbox } from "@assay/sandbox";
import type { startApp } from "@assay/server";
import { findFreePort } from "./find-free-port.ts";
import { startHaproxy } from "./haproxy.ts";
import { longTimeouts } from "./long-timeouts.ts";
import { startProductHaproxy } from "./product-haproxy.ts";
import { startChild } from "./start-child.ts";
import { waitUntilReady } from "./wait-until-ready.ts";

type AppOptions = Parameters<typeof startApp>[0];

/** The settings of an instance. They are passed to its process as JSON. */
export type InstanceSettings = Omit<AppOptions, "now" | "sleep">;

/** A process of the service. */
interface Instance {
  readonly url: string;
  readonly operatorUrl: string;
  readonly pid: number;
}

/** Instances behind HAProxy that share a store, a target product and an identity service. */
export interface Fleet extends AsyncDisposable {
  /** The URL of HAProxy, for callers. */
  readonly url: string;
  readonly instances: readonly Instance[];
  readonly sandbox: SandboxWithIdentity;
}

export interface FleetOptions {
  readonly instances?: number;
  /** The store. Without it, each instance counts calls separately. */
  readonly store?:
    | {
        readonly urls: readonly string[];
        /** For tests of exact counting, because on a busy machine the store can be silent for a long time. */
        readonly silenceMs?: number;
      }
    | undefined;
  readonly limit?: AppOptions["limit"];
  /** Runs HAProxy with deploy/haproxy.cfg and these proxy networks. By default, HAProxy only distributes calls. */
  readonly haproxyFor?: { readonly proxyNetworks?: string };
}

/**
 * Starts everything except the store. Instances trust 127.0.0.1 as a proxy, so a caller there can claim to be any
 * client in X-Forwarded-For, unless deploy/haproxy.cfg replaces the header. A caller at any other address in
 * 127.0.0.0/8 counts as a client itself.
 */
export async function startFleet(options: FleetOptions): Promise<Fleet> {
  const { instances = 4, store, limit, haproxyFor } = options;
  await using started = new AsyncDisposableStack();
  const sandbox = started.use(await startSandbox({ identity: true }));
  const { datamint, identity } = sandbox;
  const port = await findFreePort();
  const url = `${haproxyFor ? "https" : "http"}://127.0.0.1:${port}`;
  const { id: clientId, secret: clientSecret } = identity.clients.assay;
  const secret = randomBytes(32).toString("base64url");
  const settings: InstanceSettings = {
    publicUrl: url,
    // Long, so that documents do not expire in tests whose clocks are incorrect.
    domains: [
      { ...datamint.domainConfig, refreshSeconds: 2, maxStaleSeconds: { specPackage: 86_400, registry: 86_400 } },
    ],
    keys: { introspectionUrl: identity.introspectionUrl, clientId, clientSecret },
    proxy: { issuer: identity.issuer, jwksUrl: identity.jwksUrl },
    trustedProxies: ["127.0.0.1/32"],
    instances,
    ...longTimeouts,
    ...(limit && { limit }),
    ...(store && { store: { ...store, secret } }),
  };
  const running: Instance[] = [];
  for (let index = 0; index < instances; index += 1) {
    const { child, instance } = await startInstance(settings);
    started.use(child);
    await waitUntilReady(instance);
    running.push(instance);
  }
  started.use(
    haproxyFor
      ? await startProductHaproxy({ port, instances: running, ...haproxyFor })
      : await startHaproxy(port, running),
  );
  // With deploy/haproxy.cfg, the identity service would not trust the certificate.
  if (!haproxyFor) await identity.connectAssay(url);
  const everything = started.move();
  return { url, instances: running, sandbox, [Symbol.asyncDispose]: () => everything.disposeAsync() };
}

async function startInstance(settings: InstanceSettings) {
  const script = fileURLToPath(new URL("./instance-child.ts", import.meta.url));
  const child = await startChild({
    args: ["--conditions=assay-source", script, JSON.stringify(settings)],
    isReady: (line) => line.startsWith("ready "),
  });
  const { url, operatorUrl } = JSON.parse(child.readyLine.slice("ready ".length)) as Omit<Instance, "pid">;
  return { child, instance: { url, operatorUrl, pid: child.pid } };
}
