import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Child, startChild } from "@assay/testing/services/start-child";
import { type Caller, createCaller } from "./create-caller.ts";
import type { Settings } from "./create-domain-settings.ts";
import type { Vitals } from "./service-child.ts";

/** The service in its own process. */
export interface ServiceProcess extends AsyncDisposable {
  readonly child: Child;
  readonly url: string;
  readonly caller: Caller;
  /** Fetches measurements of the process. Maximums cover the time since the previous call. */
  vitals(): Promise<Vitals>;
  /** The same, after a garbage collection. */
  vitalsAfterGc(): Promise<Vitals>;
}

/** Starts the service in its own process. The settings are passed as JSON, so they cannot contain functions. */
export async function startServiceProcess(settings: Settings): Promise<ServiceProcess> {
  const script = fileURLToPath(new URL("./service-child.ts", import.meta.url));
  const child = await startChild({
    args: ["--conditions=assay-source", "--expose-gc", script, JSON.stringify(settings)],
    isReady: (line) => line.startsWith("ready "),
    readyTimeoutMs: 120_000,
  });
  const { url, vitalsUrl } = JSON.parse(child.readyLine.slice("ready ".length)) as { url: string; vitalsUrl: string };
  return {
    child,
    url,
    caller: createCaller(url),
    vitals: () => fetchVitals(vitalsUrl),
    vitalsAfterGc: () => fetchVitals(`${vitalsUrl}collected`),
    [Symbol.asyncDispose]: () => child[Symbol.asyncDispose](),
  };
}

async function fetchVitals(url: string): Promise<Vitals> {
  const vitals = (await (await fetch(url)).json()) as Vitals;
  await setTimeout(20);
  return vitals;
}
