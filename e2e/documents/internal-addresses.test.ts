import assert from "node:assert/strict";
import { test } from "node:test";
import { startApp } from "@assay/server";
import { generousLimit } from "@assay/testing/services/generous-limit";
import { longTimeouts } from "@assay/testing/services/long-timeouts";
import { createCaller } from "./create-caller.ts";
import { createDomainSettings } from "./create-domain-settings.ts";
import { startCanary, startUnreliableProduct } from "./unreliable-product.ts";
import { createVirtualClock } from "./virtual-clock.ts";

/** One address of each kind. The server's `address-guard.deep.test.ts` covers every form. */
const hosts = [
  "127.0.0.1",
  "2130706433",
  "localhost",
  "10.0.0.1",
  "169.254.169.254",
  "[::ffff:127.0.0.1]",
  "[fd00:ec2::254]",
];

test("the service sends no request to an internal address that the domain's configuration does not allow", async () => {
  await using canary = await startCanary();
  // A loopback URL is allowed only if the registry's URL is loopback too. An IPv4-mapped address does not count.
  const elsewhere = `http://[::ffff:127.0.0.1]:${canary.port}/registry`;
  const domains = hosts.map((host, index) =>
    createDomainSettings(
      { specPackageUrl: `http://${host}:${canary.port}/rules`, registryUrl: elsewhere, submissionUrl: elsewhere },
      { domainId: `d${index}`, registry: { url: elsewhere } },
    ),
  );
  const clock = createVirtualClock();
  const { now, sleep } = clock;
  await using app = await startApp({ limit: generousLimit, ...longTimeouts, domains, now, sleep });
  const caller = createCaller(app.url);
  for (const { domainId } of domains) {
    assert.equal((await caller.validate({}, { domainId })).problem.code, "spec-package-unavailable");
    assert.equal((await caller.fetchDomain(domainId)).status, "unavailable");
  }
  assert.equal(canary.hits, 0);
});

test("announced rules are fetched only from the origin of the current rules", async () => {
  await using canary = await startCanary();
  await using product = await startUnreliableProduct();
  const { port } = new URL(product.origin);
  const urls = [
    `http://127.0.0.1:${canary.port}/2.0.0.json`,
    `http://localhost:${port}/2.0.0.json`,
    `https://127.0.0.1:${port}/2.0.0.json`,
    `http://127.0.0.1:${port}@127.0.0.1:${canary.port}/2.0.0.json`,
    `//127.0.0.1:${canary.port}/2.0.0.json`,
    `http://169.254.169.254:${canary.port}/2.0.0.json`,
  ];
  const clock = createVirtualClock();
  const domains = [createDomainSettings(product, { refreshSeconds: 60 })];
  const { now, sleep } = clock;
  await using app = await startApp({ limit: generousLimit, ...longTimeouts, domains, now, sleep });
  const caller = createCaller(app.url);
  const requestsBefore = product.countRequests("next");
  for (const url of urls) {
    product.setFault("spec package", {
      kind: "edited",
      edit: (text) => text.replace(/"url":"[^"]*"/, () => `"url":${JSON.stringify(url)}`),
    });
    await clock.wakeNext();
    const { status, nextSpecPackage } = await caller.fetchDomain();
    // A spec package that announces anything but an absolute http(s) URL is invalid.
    assert.equal(status, /^https?:/.test(url) ? "ready" : "degraded", url);
    assert.equal(nextSpecPackage, undefined, url);
    assert.equal((await caller.validate()).status, 200);
  }
  assert.equal(canary.hits, 0);
  assert.equal(product.countRequests("next"), requestsBefore);
  product.setFault("spec package");
  await clock.advance(60);
  assert.equal((await caller.fetchDomain()).nextSpecPackage?.version, "2.0.0");
});
