import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json } from "@assay/contract";
import { figure } from "@assay/testing/figure";
import { propertyRuns } from "@assay/testing/scale";
import fc from "fast-check";
import { bearer, sharedService } from "../auth/service.ts";
import { aCandidate, anEnvelope } from "../http/service.ts";
import { modern, post } from "./rpc.ts";

let key: string;
const service = sharedService(async ({ newKey }) => {
  key = await newKey();
});

const words = fc.constantFrom(
  ...["listDomains", "validateProposal", "buildProposal", "__proto__", "constructor", "toString", ""],
  ...["assay://schemas/problem", "assay://spec/datamint/generator-option", "assay://spec/%00/..", "file:///"],
  ...["2025-11-25", "debug"],
);
const anything = fc.oneof(words, fc.jsonValue({ maxDepth: 3 }), fc.constant(aCandidate()), fc.constant(anEnvelope()));
const methods = fc.oneof(
  fc.constantFrom(
    ...["initialize", "ping", "server/discover", "tools/list", "tools/call", "resources/list", "resources/read"],
    ...["resources/templates/list", "resources/subscribe"],
    ...[
      "subscriptions/listen",
      "logging/setLevel",
      "tasks/get",
      "notifications/initialized",
      "notifications/cancelled",
    ],
  ),
  fc.string(),
);
// Mostly what belongs there, so that most messages get past the first check of their shape.
const mostly = <Value>(usual: fc.Arbitrary<Value>) =>
  fc.oneof({ arbitrary: usual, weight: 15 }, { arbitrary: anything as fc.Arbitrary<unknown>, weight: 1 });
const params = fc.record(
  {
    name: mostly(words),
    uri: mostly(words),
    arguments: mostly(fc.oneof(fc.constant(anEnvelope()), fc.constant({}), fc.dictionary(words, anything))),
    notifications: mostly(fc.record({ toolsListChanged: fc.boolean() }, { requiredKeys: [] })),
    protocolVersion: mostly(fc.constant("2025-11-25")),
    clientInfo: mostly(fc.constant({ name: "assay-e2e", version: "1.0.0" })),
    capabilities: mostly(fc.constant({})),
  },
  { requiredKeys: ["name", "uri"] },
);
const messages = fc.record(
  { jsonrpc: mostly(fc.constant("2.0")), id: mostly(fc.nat()), method: mostly(methods), params: mostly(params) },
  { requiredKeys: ["jsonrpc", "id", "method"] },
);
const responses = fc.record({ jsonrpc: fc.constant("2.0"), id: fc.nat(), result: anything, error: anything });

test("whatever is sent to /mcp gets an answer of the protocol, and no fault of ours", async () => {
  const statuses = new Map<number, number>();
  const property = fc.asyncProperty(
    fc.oneof<fc.MaybeWeightedArbitrary<unknown>[]>(
      { arbitrary: messages, weight: 18 },
      { arbitrary: responses, weight: 1 },
      { arbitrary: anything, weight: 1 },
    ),
    fc.boolean(),
    async (sent, isModern) => {
      const { method, params } = (sent ?? {}) as { method?: Json; params?: object };
      const dressed = isModern && typeof method === "string" && /^[!-~]+$/.test(method) ? modern(method) : undefined;
      const _meta = (dressed?.message.params as { _meta?: object } | undefined)?._meta;
      const body = dressed ? { ...(sent as object), params: { ...params, _meta } } : sent;
      const {
        status,
        body: text,
        headers,
      } = await post(service().url, JSON.stringify(body), {
        headers: { ...bearer(key), ...dressed?.headers },
      });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      assert.ok(status < 500, `${status} ${text} for ${JSON.stringify(body)}`);
      if (status === 202) assert.equal(text, "");
      else if (!headers["content-type"]?.startsWith("text/event-stream"))
        assert.equal(JSON.parse(text).jsonrpc, "2.0", text);
    },
  );
  await fc.assert(property, propertyRuns(2));
  const told = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} x ${status}`);
  figure("random messages to /mcp", told.join(", "), "none from 500 on");
});
