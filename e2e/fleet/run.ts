// A fleet on this machine until Ctrl-C: four instances behind HAProxy, a store, Datamint and the identity service.
// `--cluster` takes a Redis cluster of three masters and three replicas as the store instead of a single Redis.

import { startRedisCluster } from "@assay/testing/services/redis-cluster";
import { startRedis } from "@assay/testing/services/redis-server";
import { startFleet } from "@assay/testing/services/start-fleet";

await using everything = new AsyncDisposableStack();
const isCluster = process.argv.includes("--cluster");
const store = isCluster ? await cluster() : await single();
const fleet = everything.use(await startFleet({ store }));
const { identity, datamint } = fleet.sandbox;
const ada = await identity.createPerson("Ada");
const { key } = await identity.createKey(ada);

console.log(`
HAProxy    ${fleet.url} (process ${fleet.haproxyPid})
${fleet.instances.map(({ url, operatorUrl, pid }) => `Instance   ${url}, metrics at ${operatorUrl}/metrics (process ${pid})`).join("\n")}
${store.lines.map((line) => `Store      ${line}`).join("\n")}
Datamint   ${datamint.origin}
Identity   ${identity.issuer}, where ${ada.name} has the key
KEY=${key}

Each caller from 127.0.0.2 and up is a client; one from 127.0.0.1 is whom its X-Forwarded-For names:
curl --interface 127.0.0.2 -i ${fleet.url}/api/domains
Ctrl-C stops everything.
`);
await new Promise((resolve) => {
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, resolve);
});

async function single() {
  const { url, pid } = everything.use(await startRedis());
  return { urls: [url], lines: [`${url} (process ${pid})`] };
}

async function cluster() {
  const { urls, masters, replicas } = everything.use(await startRedisCluster());
  const lines = [
    ...masters.map(({ url, pid }) => `${url}, master (process ${pid})`),
    ...replicas.map(({ url, pid }) => `${url}, replica (process ${pid})`),
  ];
  return { urls, cluster: true, lines };
}
