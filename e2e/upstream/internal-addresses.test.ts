import assert from "node:assert/strict";
import { test } from "node:test";
import { startApp } from "@assay/server";
import { isFullScale } from "@assay/testing/scale";
import { longTimeouts } from "@assay/testing/services/long-timeouts";
import { manyCalls } from "@assay/testing/services/many-calls";
import { callerOf, domainOf } from "./service.ts";
import { startCanary, startUnreliableProduct } from "./unreliable-product.ts";
import { createVirtualClock } from "./virtual-clock.ts";

const hosts = [
  "127.0.0.1",
  "127.1",
  "2130706433",
  "017700000001",
  "0x7f000001",
  "0x7f.1",
  "0177.0.0.1",
  "0.0.0.0",
  "0",
  "localhost",
  "LOCALHOST",
  "localhost.",
  "10.0.0.1",
  "172.16.0.1",
  "192.168.0.1",
  "100.64.0.1",
  "169.254.169.254",
  "0xa9fea9fe",
  "[::1]",
  "[::]",
  "[::ffff:127.0.0.1]",
  "[::ffff:169.254.169.254]",
  "[::127.0.0.1]",
  "[64:ff9b::7f00:1]",
  "[2002:7f00:1::]",
  "[fe80::1]",
  "[fd00:ec2::254]",
];

test("no form of an internal address is called for a domain without networks", async () => {
  await using canary = await startCanary();
  // The mapped form is not one of the loopback forms that an operator means by this machine.
  const elsewhere = `http://[::ffff:127.0.0.1]:${canary.port}/registry`;
  const domains = hosts.map((host, index) =>
    domainOf(
      { specPackageUrl: `http://${host}:${canary.port}/rules`, registryUrl: elsewhere, submissionUrl: elsewhere },
      { domainId: `d${index}`, registry: { mode: index % 2 === 0 ? "snapshot" : "ranges", url: elsewhere } },
    ),
  );
  const clock = createVirtualClock();
  const { now, sleep } = clock;
  await using app = await startApp({ limit: manyCalls, ...longTimeouts, domains, now, sleep });
  const caller = callerOf(app.url);
  for (const { domainId } of domains) {
    assert.equal((await caller.validate({}, { domainId })).problem.code, "spec-package-unavailable");
    assert.equal((await caller.domain(domainId)).status, "unavailable");
  }
  assert.equal(canary.hits, 0);
});

test("an announced package is fetched from the origin of the rules and from nowhere else", async () => {
  await using canary = await startCanary();
  await using product = await startUnreliableProduct();
  const { port } = new URL(product.origin);
  const urls = [
    `http://127.0.0.1:${canary.port}/2.0.0.json`,
    `http://localhost:${port}/2.0.0.json`,
    `https://127.0.0.1:${port}/2.0.0.json`,
    `http://127.0.0.1:${port}@127.0.0.1:${canary.port}/2.0.0.json`,
    `//127.0.0.1:${canary.port}/2.0.0.json`,
    ...hosts.map((host) => `http://${host}:${canary.port}/2.0.0.json`),
  ].filter((_, index) => isFullScale || index < 8);
  const clock = createVirtualClock();
  const domains = [domainOf(product, { refreshSeconds: 60 })];
  const { now, sleep } = clock;
  await using app = await startApp({ limit: manyCalls, ...longTimeouts, domains, now, sleep });
  const caller = callerOf(app.url);
  const before = product.asked("next");
  for (const url of urls) {
    product.misbehave("spec package", {
      kind: "edited",
      edit: (text) => text.replace(/"url":"[^"]*"/, () => `"url":${JSON.stringify(url)}`),
    });
    await clock.wakeNext();
    const { status, nextSpecPackage } = await caller.domain();
    // What is not a web address breaks the package that announces it.
    assert.equal(status, /^https?:/.test(url) ? "ready" : "degraded", url);
    assert.equal(nextSpecPackage, undefined, url);
    assert.equal((await caller.validate()).status, 200);
  }
  assert.equal(canary.hits, 0);
  assert.equal(product.asked("next"), before);
  product.misbehave("spec package");
  await clock.pass(60);
  assert.equal((await caller.domain()).nextSpecPackage?.version, "2.0.0");
});

test("a redirect of an announced package is not followed", async () => {
  await using canary = await startCanary();
  await using product = await startUnreliableProduct();
  product.misbehave("next", { kind: "redirect", to: `http://127.0.0.1:${canary.port}/` });
  const clock = createVirtualClock();
  const { now, sleep } = clock;
  await using app = await startApp({ limit: manyCalls, ...longTimeouts, domains: [domainOf(product)], now, sleep });
  const domain = await callerOf(app.url).domain();
  assert.equal(domain.status, "ready");
  assert.equal(domain.nextSpecPackage, undefined);
  assert.equal(canary.hits, 0);
});
