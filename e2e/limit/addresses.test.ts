import assert from "node:assert/strict";
import { test } from "node:test";
import { metricOf } from "@assay/testing/services/metric-of";
import { startService } from "../http/service.ts";
import { from, standing, trustedProxies } from "./from.ts";

const limit = { calls: 20, windowSeconds: 60 };

const lines: string[] = [];
const log = { level: "warn", to: { write: (line: string) => void lines.push(line) } } as const;

test("an address that a client claims for itself is not believed, and the operator is told once, and sees how often", async () => {
  await using service = await startService({ limit, log });
  const ignored = () => lines.map((line) => JSON.parse(line)).filter(({ event }) => event === "forwarding-ignored");
  await service.call("listDomains");
  assert.deepEqual(ignored(), []);
  for (let call = 1; call <= 4; call += 1) {
    const claimed = `198.51.100.${call}`;
    const headers = {
      ...{ "x-forwarded-for": claimed, forwarded: `for=${claimed}`, "x-real-ip": claimed, "x-client-ip": claimed },
    };
    assert.equal(standing(await service.call("listDomains", { headers })).left, 19 - call);
  }
  const [told, ...again] = ignored();
  assert.partialDeepStrictEqual(told, { level: 40, address: "127.0.0.1" });
  assert.match(told.reason, /ASSAY_TRUSTED_PROXIES/);
  assert.deepEqual(again, []);
  assert.equal(await metricOf(service.app, "assay_forwarding_ignored_total"), 4);
});

/** What trusted proxies may write for one client. */
const oneClient: { readonly [title: string]: readonly string[] } = {
  "addresses that a client wrote before the proxy's own": ["198.51.100.1, 203.0.113.1", "198.51.100.2, 203.0.113.1"],
  "two trusted proxies": ["10.1.2.1, 203.0.113.2, 127.0.0.9", "10.1.2.2, 203.0.113.2, 127.0.0.9"],
  "ports behind an IPv4 address": ["203.0.113.3:5000", "203.0.113.3:5001", "203.0.113.3:5002, 127.0.0.9:6000"],
  "ports behind an IPv6 address": ["[2001:db8:9:9::1]:5000", "[2001:db8:9:9::1]:5001"],
  "addresses of one IPv6 network of 64 bits": ["2001:db8:1:2::1", "2001:db8:1:2:ffff::2"],
  "an IPv4 address in three spellings": ["203.0.113.9", "::ffff:203.0.113.9", "::ffff:cb00:7109"],
  "no addresses": ["nobody-1", "unknown"],
};
test("behind a trusted proxy only what that proxy added is believed, and a client is one however it is written", async (t) => {
  await using service = await startService({ limit, log, trustedProxies });
  const linesBefore = lines.length;
  for (const [title, forwarded] of Object.entries(oneClient)) {
    await t.test(title, async () => {
      for (const [index, address] of forwarded.entries()) {
        assert.equal(standing(await service.call("listDomains", from(address))).left, 19 - index, address);
      }
    });
  }
  assert.equal(standing(await service.call("listDomains", from("2001:db8:1:3::1"))).left, 19, "the next network");

  await t.test("the operator sees how often a trusted proxy names no client", async () => {
    const unnamed = () => metricOf(service.app, "assay_forwarded_without_address_total");
    assert.equal(await unnamed(), oneClient["no addresses"]?.length);
    for (const forwarded of ["203.0.113.5, _hidden", "203.0.113.5"]) await service.call("listDomains", from(forwarded));
    await service.call("listDomains");
    await fetch(`${service.url}/nothing`);
    assert.equal(await unnamed(), 5);
    assert.deepEqual(lines.slice(linesBefore), []);
    assert.equal(await metricOf(service.app, "assay_forwarding_ignored_total"), 0);
  });
});
