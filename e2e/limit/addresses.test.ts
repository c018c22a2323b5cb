import assert from "node:assert/strict";
import { test } from "node:test";
import { fetchMetric } from "@assay/testing/services/fetch-metric";
import { startService } from "../http/start-service.ts";
import { forwardFor, readRateLimit, trustedProxies } from "./forward-for.ts";

const limit = { calls: 20, windowSeconds: 60 };

const lines: string[] = [];
const log = { level: "warn", to: { write: (line: string) => void lines.push(line) } } as const;

test("forwarding headers from an untrusted client are ignored; the first is logged, and a metric counts them all", async () => {
  await using service = await startService({ limit, log });
  const findIgnored = () => lines.map((line) => JSON.parse(line)).filter(({ event }) => event === "forwarding-ignored");
  await service.call("listDomains");
  assert.deepEqual(findIgnored(), []);
  for (let call = 1; call <= 4; call += 1) {
    const claimed = `198.51.100.${call}`;
    const headers = {
      "x-forwarded-for": claimed,
      forwarded: `for=${claimed}`,
      "x-real-ip": claimed,
      "x-client-ip": claimed,
    };
    assert.equal(readRateLimit(await service.call("listDomains", { headers })).left, 19 - call);
  }
  const [firstEntry, ...furtherEntries] = findIgnored();
  assert.partialDeepStrictEqual(firstEntry, { level: 40, address: "127.0.0.1" });
  assert.match(firstEntry.reason, /ASSAY_TRUSTED_PROXIES/);
  assert.deepEqual(furtherEntries, []);
  assert.equal(await fetchMetric(service.app, "assay_forwarding_ignored_total"), 4);
});

test("a metric counts the requests for which a trusted proxy does not name the client", async () => {
  await using service = await startService({ limit, log, trustedProxies });
  const linesBefore = lines.length;
  for (const forwarded of ["nobody-1", "unknown", "203.0.113.5, _hidden", "203.0.113.5"])
    await service.call("listDomains", forwardFor(forwarded));
  await service.call("listDomains");
  await fetch(`${service.url}/nothing`);
  assert.equal(await fetchMetric(service.app, "assay_forwarded_without_address_total"), 5);
  assert.deepEqual(lines.slice(linesBefore), []);
  assert.equal(await fetchMetric(service.app, "assay_forwarding_ignored_total"), 0);
});
