import assert from "node:assert/strict";
import type { IncomingMessage, ServerResponse } from "node:http";
import { test } from "node:test";
import { Problem } from "../problem.ts";
import { createRefuseOverLimit } from "./refuse-over-limit.ts";

const flooder = "198.51.100.7";

test("calls of an address over its limit are refused at once, and every other request is passed on", () => {
  const { send, refused, passed } = setUp();
  send("GET", "/api/domains");
  send("HEAD", "/api/domains?targetProduct=datamint");
  send("POST", "/api/validate");
  assert.equal(refused.length, 3);
  for (const url of ["/docs", "/mcp", "/api/other", "/api/domains/", "/api/%64omains", "//api/domains"])
    send("GET", url);
  send("GET", "/api/validate");
  send("DELETE", "/api/domains");
  send("GET", "/api/domains", "192.0.2.1");
  assert.deepEqual([refused.length, passed.length], [3, 9]);
});

test("in one turn only so many are refused: the others wait for the next one, and the queue gets what is beyond", () => {
  const { send, turn, refused, passed } = setUp();
  for (let call = 0; call < 2_000; call += 1) send("GET", "/api/domains");
  assert.deepEqual([refused.length, passed.length], [16, 2_000 - 16 - 1_024]);
  turn();
  assert.equal(refused.length, 32);
  send("GET", "/api/domains");
  assert.equal(refused.length, 32, "it waits behind the others");
  for (let turns = 0; turns < 100; turns += 1) turn();
  assert.equal(refused.length, 16 + 1_024 + 1);
  send("GET", "/api/domains");
  assert.equal(refused.length, 16 + 1_024 + 2);
});

test("a call that waits is passed on when its address has calls again", () => {
  const { send, turn, refused, passed, over } = setUp();
  for (let call = 0; call < 20; call += 1) send("GET", "/api/domains");
  over.clear();
  turn();
  assert.deepEqual([refused.length, passed.length], [16, 4]);
});

test("a body of unknown length has a turn to arrive; then its connection is kept or closed", () => {
  const { send, turn, refused } = setUp();
  const arriving = send("POST", "/api/validate", flooder, { "transfer-encoding": "chunked" });
  send("POST", "/api/validate", flooder, { "transfer-encoding": "chunked" });
  assert.equal(refused.length, 0);
  arriving.complete = true;
  turn();
  assert.deepEqual(
    refused.map(({ connection }) => connection),
    [undefined, "close"],
  );
});

function setUp() {
  const over = new Set([flooder]);
  const refused: { readonly [name: string]: string }[] = [];
  const passed: IncomingMessage[] = [];
  const turns: (() => void)[] = [];
  const charge = { kind: "over", headers: {}, problem: new Problem("rate-limited", "Wait.") } as const;
  const listener = createRefuseOverLimit(
    {
      publicUrl: "https://assay.example",
      corsOrigins: new Set(),
      isDraining: () => false,
      calls: {
        isOverLimit: ({ address }) => over.has(address),
        refuseOverLimit: ({ address }) => (over.has(address) ? charge : undefined),
      },
      senderOf: ({ headers }) => ({ address: `${headers["x-from"]}`, isUnnamed: false }),
      noteSender() {},
      isClosing: () => false,
      nextTurn: (run) => turns.push(run),
    },
    (request) => passed.push(request),
  );
  return {
    ...{ over, refused, passed },
    send(method: string, url: string, from = flooder, more: { readonly [name: string]: string } = {}) {
      const socket = { listeners: () => [], on() {}, pause() {} };
      const request = { method, url, socket, headers: { "x-from": from, ...more }, rawHeaders: [], complete: false };
      const response = {
        writeHead: (_status: number, headers: { readonly [name: string]: string }) => refused.push(headers),
        end() {},
      };
      listener(request as unknown as IncomingMessage, response as unknown as ServerResponse & { req: IncomingMessage });
      return request;
    },
    turn() {
      for (const run of turns.splice(0)) run();
    },
  };
}
