// Computes what a deployment needs from what was measured, as the tables of docs/explanation/scale.md. By itself it prints
// them: node --conditions=assay-source scripts/scale-plan.ts

import { markdownTable } from "./markdown-table.ts";

/** What one part does, as measured on one processor; scale.md says how to measure it again. */
const measured = {
  instance: { callsPerSecond: 1_300, megabytes: 395 },
  store: { microsecondsPerCall: 33, bytesPerClientWithOneCall: 269, bytesPerClientAtLimit: 461, bytesPerNonce: 190 },
  proxy: { millisecondsPerCall: 0.09 },
};

// What the service and its operator have set.
const settings = {
  callsPerClient: 20,
  windowSeconds: 60,
  nonceSeconds: 135,
  refreshSeconds: 30,
  documentsPerDomain: 2,
  keySeconds: 30,
  kilobytesPerCall: 9,
};

/** Nothing is planned to do more than this part of what it can do. */
const maxLoad = 0.6;

/** What a region with this many calls a second needs. */
function planRegion(callsPerSecond: number) {
  const perInstance = measured.instance.callsPerSecond * maxLoad;
  const perMaster = (maxLoad * 1e6) / measured.store.microsecondsPerCall;
  const instances = Math.max(2, Math.ceil(callsPerSecond / perInstance));
  const masters = Math.ceil(callsPerSecond / perMaster);
  const minClients = (callsPerSecond * settings.windowSeconds) / settings.callsPerClient;
  return {
    perInstance,
    perMaster,
    instances,
    masters,
    minClients,
    gigabytes: (instances * measured.instance.megabytes) / 1_000,
    proxyThreads: Math.ceil((callsPerSecond * measured.proxy.millisecondsPerCall) / 1_000 / maxLoad),
    gigabitsPerSecond: (callsPerSecond * settings.kilobytesPerCall * 8) / 1e6,
    storeConnections: instances * masters,
    productQuestionsPerSecond: (instances * settings.documentsPerDomain) / settings.refreshSeconds,
    introspectionsInTurn: Math.min(callsPerSecond, (instances * minClients) / settings.keySeconds),
    introspectionsByKey: minClients / settings.keySeconds,
    storeMegabytes: {
      everyClientAtLimit: (minClients * measured.store.bytesPerClientAtLimit) / 1e6,
      oneCallEach: (callsPerSecond * (settings.windowSeconds + 1) * measured.store.bytesPerClientWithOneCall) / 1e6,
      nonces: (callsPerSecond * settings.nonceSeconds * measured.store.bytesPerNonce) / 1e6,
    },
  };
}

/** The tables, by the names under which scale.md and the guide for operators contain them. */
function planTables(): { readonly [name: string]: string } {
  return {
    sizing: sizingTable([10, 100, 1_000, 10_000, 100_000]),
    region: regionTable(100_000),
  };
}

/** A text with every table in it written anew, between `<!-- plan: name -->` and `<!-- end of plan -->`. */
export function withPlan(text: string): string {
  const tables = planTables();
  return text.replace(/(<!-- plan: (\w+) -->\n)[\s\S]*?(\n<!-- end of plan -->)/g, (_, begin, name, end) => {
    if (!Object.hasOwn(tables, name))
      throw new Error(`There is no plan "${name}", only ${Object.keys(tables).join(", ")}.`);
    return `${begin}\n${tables[name]}\n${end}`;
  });
}

function sizingTable(rates: readonly number[]): string {
  const head = [
    "Calls a second",
    "Instances",
    "Their memory",
    "Redis masters",
    "HAProxy threads",
    "Network into HAProxy, and into all instances",
  ];
  const rows = rates.map((rate) => {
    const { instances, gigabytes, masters, proxyThreads, gigabitsPerSecond } = planRegion(rate);
    const network =
      gigabitsPerSecond < 1 ? `${short(gigabitsPerSecond * 1_000)} Mbit/s` : `${short(gigabitsPerSecond)} Gbit/s`;
    return [...[rate, instances].map(short), `${short(gigabytes)} GB`, ...[masters, proxyThreads].map(short), network];
  });
  return markdownTable(head, rows);
}

function regionTable(rate: number): string {
  const plan = planRegion(rate);
  const { callsPerClient, windowSeconds, refreshSeconds, documentsPerDomain, kilobytesPerCall, keySeconds } = settings;
  const calls = short(rate);
  const load = `${maxLoad * 100} %`;
  return markdownTable(
    ["Part", "Arithmetic", "Needed"],
    [
      [
        "Clients",
        `${calls}/s x ${windowSeconds} s / ${callsPerClient} calls`,
        `at least ${short(plan.minClients)} within a minute`,
      ],
      ["Instances", `${calls} / (${short(measured.instance.callsPerSecond)} x ${load})`, short(plan.instances)],
      [
        "Masters, each with a replica",
        `${calls} x ${measured.store.microsecondsPerCall} µs / ${load}`,
        `${plan.masters} and ${plan.masters}`,
      ],
      [
        "Memory of all masters, every client at its limit",
        `${short(plan.minClients)} x ${measured.store.bytesPerClientAtLimit} bytes`,
        `${short(plan.storeMegabytes.everyClientAtLimit)} MB`,
      ],
      [
        "The same, one call by each client",
        `${calls}/s x ${windowSeconds + 1} s x ${measured.store.bytesPerClientWithOneCall} bytes`,
        `${short(plan.storeMegabytes.oneCallEach)} MB`,
      ],
      [
        "Nonces, if all calls are signed",
        `${calls}/s x ${settings.nonceSeconds} s x ${measured.store.bytesPerNonce} bytes`,
        `${short(plan.storeMegabytes.nonces)} MB`,
      ],
      ["Threads of HAProxy", `${calls} x ${measured.proxy.millisecondsPerCall} ms / ${load}`, short(plan.proxyThreads)],
      [
        "Network into HAProxy, and again into the instances",
        `${calls} x ${kilobytesPerCall} KB`,
        `${short(plan.gigabitsPerSecond)} Gbit/s`,
      ],
      [
        "Connections to the store",
        `${plan.instances} instances x ${plan.masters} masters`,
        `${short(plan.storeConnections)}, of 10,000 that Redis allows`,
      ],
      [
        "Questions to each target product",
        `${plan.instances} instances x ${documentsPerDomain} documents / ${refreshSeconds} s`,
        `${short(plan.productQuestionsPerSecond)}/s, mostly answered by 304`,
      ],
      [
        "Introspections, calls to instances in turn",
        `the fewer of ${calls} and ${plan.instances} x ${short(plan.minClients)} / ${keySeconds} s`,
        `${short(plan.introspectionsInTurn)}/s`,
      ],
      [
        "Introspections, a key always to the same instance",
        `${short(plan.minClients)} / ${keySeconds} s`,
        `${short(plan.introspectionsByKey)}/s`,
      ],
    ],
  );
}

function short(value: number): string {
  return value.toLocaleString("en-US", { maximumFractionDigits: value < 10 ? 1 : 0 });
}

if (import.meta.main) for (const [name, table] of Object.entries(planTables())) console.log(`${name}\n\n${table}\n`);
