import assert from "node:assert/strict";
import { test } from "node:test";
import { startApp } from "@assay/server";
import { figure } from "@assay/testing/figure";
import { metricOf } from "@assay/testing/services/metric-of";
import { startService } from "../http/service.ts";
import { count, from, trustedProxies } from "./from.ts";

const limit = { calls: 20, windowSeconds: 60 };
const attempts = 100;

test("an address that a client claims for itself is not believed", async () => {
  await using service = await startService({ limit });
  const headers = (index: number) => ({
    "x-forwarded-for": `198.51.100.${index}`,
    forwarded: `for=198.51.100.${index}`,
    "x-real-ip": `198.51.100.${index}`,
    "x-client-ip": `198.51.100.${index}`,
  });
  await expectTwenty("with forged forwarding headers", (index) =>
    service.call("listDomains", { headers: headers(index) }),
  );
});

test("behind a trusted proxy only what that proxy added is believed", async () => {
  await using service = await startService({ limit, trustedProxies });
  await expectTwenty("with forged addresses before the proxy's own", (index) =>
    service.call("listDomains", from(`198.51.100.${index}, 203.0.113.1`)),
  );
  await expectTwenty("behind two trusted proxies", (index) =>
    service.call("listDomains", from(`10.1.2.${index}, 203.0.113.2, 127.0.0.9`)),
  );
  await expectTwenty("that are no addresses", (index) => service.call("listDomains", from(`nobody-${index}`)));
});

test("a client behind a trusted proxy that adds ports is itself, whatever port it comes from", async () => {
  await using service = await startService({ limit, trustedProxies });
  for (const client of ["203.0.113.3:", "[2001:db8:9:9::1]:"]) {
    await expectTwenty(`from ${client}<port>`, (index) =>
      service.call("listDomains", from(`${client}${5_000 + index}`)),
    );
  }
  await expectTwenty("behind two trusted proxies that add ports", (index) =>
    service.call("listDomains", from(`203.0.113.4:${5_000 + index}, 127.0.0.9:${6_000 + index}`)),
  );
  assert.equal(await metricOf(service.app, "assay_forwarded_without_address_total"), 0);
});

test("the operator sees how often a trusted proxy names no client", async () => {
  await using service = await startService({ limit, trustedProxies });
  for (const forwarded of ["unknown", "203.0.113.5, _hidden", "203.0.113.5"]) {
    await service.call("listDomains", from(forwarded));
  }
  await service.call("listDomains");
  await fetch(`${service.url}/nothing`);
  assert.equal(await metricOf(service.app, "assay_forwarded_without_address_total"), 4);
});

test("the operator is told once, and sees how often, that a client is named while no proxy is trusted", async () => {
  const lines: string[] = [];
  const log = { level: "warn", to: { write: (line: string) => void lines.push(line) } };
  await using service = await startService({ limit, log });
  await service.call("listDomains");
  const ignored = () => lines.map((line) => JSON.parse(line)).filter(({ event }) => event === "forwarding-ignored");
  assert.deepEqual(ignored(), []);
  for (let call = 0; call < 30; call += 1) await service.call("listDomains", from("203.0.113.5"));
  const [told, ...again] = ignored();
  assert.partialDeepStrictEqual(told, { level: 40, address: "127.0.0.1" });
  assert.match(told.reason, /ASSAY_TRUSTED_PROXIES/);
  assert.deepEqual(again, []);
  assert.equal(await metricOf(service.app, "assay_forwarding_ignored_total"), 30);
});

test("nothing is reported where proxies are trusted, whoever names a client", async () => {
  const lines: string[] = [];
  const log = { level: "warn", to: { write: (line: string) => void lines.push(line) } };
  await using service = await startService({ limit, log, trustedProxies: ["192.0.2.0/24"] });
  await service.call("listDomains", from("203.0.113.5"));
  assert.doesNotMatch(lines.join(""), /forwarding-ignored/);
  assert.equal(await metricOf(service.app, "assay_forwarding_ignored_total"), 0);
});

test("an IPv6 subscriber is one client, whatever address of the network it takes", async () => {
  await using service = await startService({ limit, trustedProxies });
  await expectTwenty("from one IPv6 network of 64 bits", (index) =>
    service.call("listDomains", from(`2001:db8:1:2:${index.toString(16)}::${index}`)),
  );
  assert.equal((await service.call("listDomains", from("2001:db8:1:3::1"))).status, 200, "the next network");
});

test("an IPv4 address is the same client when it is written as an IPv6 one", async () => {
  await using service = await startService({ limit, trustedProxies });
  const spellings = ["203.0.113.9", "::ffff:203.0.113.9", "::ffff:cb00:7109"];
  await expectTwenty("from one IPv4 address in three spellings", (index) =>
    service.call("listDomains", from(spellings[index % 3] ?? "")),
  );
});

test("the service does not start with proxies that could be anybody", async () => {
  for (const proxies of [
    ...[true, 1, "10.0.0.0/8", ["loopback"], ["10.0.0.1"], ["0.0.0.0/0"], ["::/0"], [true], ["10/8"], ["010.0.0.0/8"]],
    ...[["::ffff:0:0/96"], ["0.0.0.0/1", "128.0.0.0/1"]],
  ]) {
    const options = { domains: [], trustedProxies: proxies as readonly string[] };
    await assert.rejects(startApp(options), /trustedProxies/, JSON.stringify(proxies));
  }
  for (const network of ["id.example", "10/8"]) {
    await assert.rejects(startApp({ domains: [], proxyNetworks: [network] }), /proxyNetworks/, network);
  }
});

async function expectTwenty(how: string, call: (index: number) => Promise<{ readonly status: number }>): Promise<void> {
  const answers = await Promise.all(Array.from({ length: attempts }, (_, index) => call(index)));
  const passed = count(answers, 200);
  figure(`calls that passed of ${attempts} ${how}`, passed, 20);
  assert.deepEqual([passed, count(answers, 429)], [20, attempts - 20]);
}
