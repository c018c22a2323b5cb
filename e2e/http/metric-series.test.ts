import assert from "node:assert/strict";
import { test } from "node:test";
import { operations } from "@assay/contract";
import { startSandbox } from "@assay/sandbox";
import { startApp } from "@assay/server";
import { figure } from "@assay/testing/figure";
import { scaled, seed } from "@assay/testing/scale";
import { createRandom, type Random } from "@assay/testing/seeded-random";
import { longTimeouts } from "@assay/testing/services/long-timeouts";
import { trustedProxies } from "../limit/from.ts";
import { toolCall } from "../mcp/rpc.ts";
import { aCandidate, anEnvelope } from "./service.ts";

const calls = scaled({ quick: 500, ci: 2_000, full: 100_000 });
const atOnce = 16;

test("whatever callers send, a histogram has at most 480 series, and counts each call once", async () => {
  await using sandbox = await startSandbox();
  const { asDomain } = sandbox.datamint;
  // Nobody listens there, so calls for it fail.
  const nowhere = { ...asDomain, domainId: "nowhere", specPackageUrl: "http://127.0.0.1:9/current.json" };
  await using app = await startApp({ ...longTimeouts, trustedProxies, domains: [asDomain, nowhere] });
  const random = createRandom(seed);
  let left = calls;
  const caller = async () => {
    while (left > 0) {
      left -= 1;
      const { path, ...request } = aCall(random);
      await (await fetch(`${app.url}${path}`, request)).arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, caller));

  const rows = (await (await fetch(`${app.operatorUrl}/metrics`)).text())
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  const sumOf = (name: string) =>
    rows.filter((row) => row.startsWith(`${name}{`)).reduce((sum, row) => sum + Number(row.split(" ").at(-1)), 0);
  const series = rows.filter((row) => row.startsWith("assay_call_duration_seconds_"));
  figure(`series of the histogram of calls after ${calls} calls of any kind`, series.length, 480);
  figure(`series of all metrics after ${calls} calls of any kind`, rows.length, "none");
  assert.ok(series.length <= 480);
  assert.equal(sumOf("assay_call_duration_seconds_count"), calls);
  assert.equal(sumOf("assay_calls_total"), calls);
  for (const outcome of ["valid", "invalid", "refused", "limited", "failed"]) {
    assert.ok(
      series.some((row) => row.includes(`outcome="${outcome}"`)),
      outcome,
    );
  }
});

interface Sent extends RequestInit {
  readonly path: string;
}

/** A call of any operation on either transport, right or wrong in many ways. */
function aCall(random: Random): Sent {
  return random.below(3) === 0 ? aToolCall(random) : aPlainCall(random);
}

function aPlainCall(random: Random): Sent {
  const { method, path } = random.pick(Object.values(operations));
  // One client calls far more often than it may.
  const headers = { ...headersOf(random), ...(random.below(8) === 0 && { "x-forwarded-for": "203.0.113.1" }) };
  if (method === "GET") return { path, method, headers };
  const body = random.pick([() => anything(random), () => JSON.stringify(anEnvelope(members(random)))])();
  return { path, method, headers, body };
}

function aToolCall(random: Random): Sent {
  const name = random.pick(["listDomains", "validateProposal", "buildProposal", anything(random)]);
  const message = toolCall(name, random.pick([{}, anEnvelope(members(random)), { [anything(random)]: 1 }]));
  const headers = { ...headersOf(random), accept: "application/json, text/event-stream" };
  return {
    path: "/mcp",
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: random.below(8) === 0 ? `{{${anything(random)}` : JSON.stringify(message),
  };
}

function headersOf(random: Random): { readonly [name: string]: string } {
  const address = `198.18.${random.below(256)}.${1 + random.below(254)}`;
  const types = ["application/json", "application/json", "application/json", "text/plain", anything(random)];
  return {
    "x-forwarded-for": address,
    "content-type": random.pick(types),
    ...(random.below(8) === 0 && { accept: random.pick(["text/html", "image/png", anything(random)]) }),
    ...(random.below(8) === 0 && { authorization: anything(random) }),
  };
}

function members(random: Random) {
  return random.pick([
    {},
    { candidate: aCandidate({ owner: { kind: anything(random) } }) },
    { candidate: anything(random) },
    { domainId: random.pick(["nowhere", anything(random)]) },
    { targetProduct: anything(random) },
    { options: { [anything(random)]: anything(random) } },
  ]);
}

// Characters that could end a label or a line, among others.
function anything(random: Random): string {
  return Array.from({ length: 1 + random.below(12) }, () => random.pick([...'ab"\\{},= 1'])).join("");
}
