import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { figure } from "@assay/testing/figure";
import { metricOf } from "@assay/testing/services/metric-of";
import { waitUntil } from "@assay/testing/wait-until";
import { type Service, startService } from "../auth/service.ts";
import type { Answer } from "../http/check-answer.ts";
import { exchange } from "../http/exchange.ts";
import { chunk, envelope } from "../http/raw/raw-case.ts";
import { from, trustedProxies } from "./from.ts";

const limit = { calls: 2, windowSeconds: 300 };
const flooder = "198.51.100.7";
const options = { limit, trustedProxies };
const named = `X-Forwarded-For: ${flooder}`;
const sized = `Content-Length: ${Buffer.byteLength(envelope)}`;
const json = "Content-Type: application/json";

interface Sent {
  readonly line: string;
  readonly headers: readonly string[];
  readonly body?: string;
}

/** Calls of an address over its limit. The first line says what is called, and the rest is sent as it is. */
const calls: { readonly [title: string]: Sent } = {
  "a list of domains": { line: "GET /api/domains HTTP/1.1", headers: [named] },
  "a second Host header": { line: "GET /api/domains HTTP/1.1", headers: [named, "Host: example.com"] },
  "a URL that is too long": { line: `GET /api/domains?${"x".repeat(2_048)} HTTP/1.1`, headers: [named] },
  "a key": {
    line: "POST /api/validate HTTP/1.1",
    headers: [named, json, sized, "Authorization: Bearer x"],
    body: envelope,
  },
  "a body in chunks without an end": {
    line: "POST /api/validate HTTP/1.1",
    headers: [named, json, "Transfer-Encoding: chunked"],
    body: chunk("{"),
  },
};

let service: Service;
before(async () => {
  service = await startService({ more: options });
  await useUp(service.url);
});
after(() => service[Symbol.asyncDispose]());

test("a call over its limit is refused from memory, whatever else is wrong with it", async () => {
  for (const [title, sent] of Object.entries(calls)) {
    const answer = await ask(service.url, sent);
    assert.equal(answer.status, 429, title);
    assert.equal(answer.headers["content-type"], "application/problem+json; charset=utf-8", title);
    assert.match(answer.headers["retry-after"] ?? "", /^[1-9]\d*$/, title);
    assert.match(answer.headers.ratelimit ?? "", /;r=0;/, title);
    assert.equal(JSON.parse(answer.body || '{"code":"rate-limited"}').code, "rate-limited", title);
  }
  figure("kinds of calls over their limit that are refused", Object.keys(calls).length, "all");
});

test("calls over the limit are all counted, and ten a second are logged", async () => {
  const refusals = 'assay_limit_total{result="over"}';
  const counted = 'assay_calls_total{operation="listDomains",status="429",code="rate-limited"}';
  const figures = async (): Promise<readonly [number, number]> => [
    await metricOf(service.app, refusals),
    await metricOf(service.app, counted),
  ];
  const [refusedBefore, countedBefore] = await figures();
  const tooLong = { query: "x".repeat(2_100) };
  const refused = Array.from({ length: 100 }, (_, index) =>
    service.call("listDomains", from(flooder, index % 2 === 0 ? {} : tooLong)),
  );
  assert.ok((await Promise.all(refused)).every(({ status }) => status === 429));
  assert.deepEqual(await figures(), [refusedBefore + 100, countedBefore + 100]);
  // Five refusals for each call of the limit.
  const named = () => service.logged("client-persists").filter(({ address }) => address === flooder);
  assert.deepEqual(
    named().map(({ refused }) => refused),
    [10],
    "once in a window",
  );
  const lines = () => service.logged("call").filter(({ status }) => status === 429);
  const logged = lines().length;
  assert.ok(logged > 0 && logged < refusedBefore + 100, `${logged} lines`);
  assert.ok(lines().every(({ address }) => address === flooder));
  await waitUntil("a line says how many were left out", async () => {
    await service.call("listDomains", from(flooder));
    return lines().some(({ unlogged }) => Number(unlogged) > 0);
  });
});

/** Uses the calls of an address up, and lets it know that it has none left. */
async function useUp(url: string): Promise<void> {
  const call = { line: "GET /api/domains HTTP/1.1", headers: [named] };
  while ((await ask(url, call)).status !== 429);
}

async function ask(url: string, sent: Sent): Promise<Answer> {
  const { answers } = await exchange(url, written(sent), { expect: 1 });
  return answers[0] ?? assert.fail("no answer");
}

function written({ line, headers, body = "" }: Sent): string {
  return `${[line, "Host: localhost", ...headers].join("\r\n")}\r\n\r\n${body}`;
}
