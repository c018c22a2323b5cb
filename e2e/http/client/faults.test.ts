import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { AssayError, type ClientOptions, createClient, type Wait } from "@assay/client";
import { findFreePort } from "@assay/testing/services/find-free-port";
import {
  hang,
  json,
  problem,
  type Responder,
  reset,
  sendBytes,
  sendEndless,
  sendHalf,
  startScriptedServer,
} from "../../scripted-server.ts";

const domains = json({ domains: [] });

describe("what passes is waited out", { concurrency: true }, () => {
  for (const [what, fault, code, waitMs] of [
    ["a 503 of a gateway", sendBytes("HTTP/1.1 503 Busy\r\ncontent-length: 0\r\n\r\n"), "unexpected-answer", 250],
    ["a reset", reset, "connection-failed", 250],
    ["half a body", sendHalf("cut"), "connection-lost", 250],
    ["bytes that are not HTTP", sendBytes("220 mail.example\r\n"), "connection-failed", 250],
  ] as const) {
    test(`${what}, once, delays a call`, async () => {
      const { result, waits, requests } = await callWith([fault, domains]);
      assert.deepEqual(result, { domains: [] });
      assert.equal(requests, 2);
      assert.deepEqual(
        waits.map(({ attempt, waitMs, error }) => [attempt, waitMs, error.code]),
        [[1, waitMs, code]],
      );
    });
  }

  test("a service that is not there fails a call with the reason", async () => {
    const client = createClient({ service: `http://127.0.0.1:${await findFreePort()}`, maxAttempts: 2 });
    await assert.rejects(client.listDomains(), ({ code, detail, retryable, status }: AssayError) => {
      assert.match(detail, /ECONNREFUSED/);
      return code === "connection-failed" && retryable && status === undefined;
    });
  });
});

describe("what does not pass fails a call at once", { concurrency: true }, () => {
  for (const [what, fault, code, retryable] of [
    [
      "a page instead of JSON",
      sendBytes("HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\n<html>"),
      "unexpected-answer",
      false,
    ],
    ["no body", sendBytes("HTTP/1.1 204 No Content\r\n\r\n"), "unexpected-answer", false],
    ["a service that hangs", hang, "timed-out", true],
    ["a service that hangs within its answer", sendHalf("hang"), "timed-out", true],
    ["an answer without end", sendEndless, "answer-too-large", false],
    ["a gateway that fails", sendBytes("HTTP/1.1 502 Bad\r\ncontent-length: 0\r\n\r\n"), "unexpected-answer", true],
  ] as const) {
    test(what, async () => {
      const timeoutMs = code === "timed-out" ? 200 : 120_000;
      const { result, waits, requests } = await callWith([fault, domains], { timeoutMs });
      assert.ok(result instanceof AssayError);
      assert.deepEqual([result.code, result.retryable, waits.length, requests], [code, retryable, 0, 1]);
    });
  }
});

describe("a signal ends a call with its reason", { concurrency: true }, () => {
  for (const [when, turn] of [
    ["before the answer", hang],
    ["within the answer", sendHalf("hang")],
  ] as const) {
    test(when, async () => {
      const stop = new AbortController();
      const reason = new Error("enough");
      await using server = await startScriptedServer((response, request) => {
        turn(response, request);
        stop.abort(reason);
      });
      const client = createClient({ service: server.origin });
      await assert.rejects(client.listDomains({ signal: stop.signal }), reason);
    });
  }

  test("a signal ends a call while it waits", async () => {
    const stop = new AbortController();
    const reason = new Error("enough");
    await using server = await startScriptedServer(problem(429, "rate-limited", { retryAfterSeconds: 100 }));
    const client = createClient({ service: server.origin, onWait: () => stop.abort(reason) });
    await assert.rejects(client.listDomains({ signal: stop.signal }), reason);
    assert.equal(server.got.length, 1);
  });
});

async function callWith(turns: readonly Responder[], options: Partial<ClientOptions> = {}) {
  await using server = await startScriptedServer(...turns);
  const waits: Wait[] = [];
  // A busy machine must not make the client give up.
  const long = { timeoutMs: 100_000, maxTotalMs: 120_000 };
  const client = createClient({ service: server.origin, ...long, onWait: (wait) => waits.push(wait), ...options });
  const result = await client.listDomains().catch((error: unknown) => error);
  return { result, waits, requests: server.got.length };
}
