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

describe("the client retries a call after", { concurrency: true }, () => {
  for (const [what, fault, code, waitMs] of [
    ["a 503 from a gateway", sendBytes("HTTP/1.1 503 Busy\r\ncontent-length: 0\r\n\r\n"), "unexpected-answer", 250],
    ["a connection reset", reset, "connection-failed", 250],
    ["half a body", sendHalf("cut"), "connection-lost", 250],
    ["bytes that are not HTTP", sendBytes("220 mail.example\r\n"), "connection-failed", 250],
  ] as const) {
    test(what, async () => {
      const { result, waits, requests } = await callWith([fault, domains]);
      assert.deepEqual(result, { domains: [] });
      assert.equal(requests, 2);
      assert.deepEqual(
        waits.map(({ attempt, waitMs, error }) => [attempt, waitMs, error.code]),
        [[1, waitMs, code]],
      );
    });
  }

  test("a refused connection, and finally reports the reason", async () => {
    const client = createClient({ service: `http://127.0.0.1:${await findFreePort()}`, maxAttempts: 2 });
    await assert.rejects(client.listDomains(), ({ code, detail, retryable, status }: AssayError) => {
      assert.match(detail, /ECONNREFUSED/);
      return code === "connection-failed" && retryable && status === undefined;
    });
  });
});

describe("the client does not retry a call after", { concurrency: true }, () => {
  for (const [what, fault, code, retryable] of [
    [
      "a page instead of JSON",
      sendBytes("HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\n<html>"),
      "unexpected-answer",
      false,
    ],
    ["an answer without a body", sendBytes("HTTP/1.1 204 No Content\r\n\r\n"), "unexpected-answer", false],
    ["a timeout before the answer", hang, "timed-out", true],
    ["a timeout in the middle of the answer", sendHalf("hang"), "timed-out", true],
    ["an endless answer", sendEndless, "answer-too-large", false],
    ["a 502 from a gateway", sendBytes("HTTP/1.1 502 Bad\r\ncontent-length: 0\r\n\r\n"), "unexpected-answer", true],
  ] as const) {
    test(what, async () => {
      const timeoutMs = code === "timed-out" ? 200 : 120_000;
      const { result, waits, requests } = await callWith([fault, domains], { timeoutMs });
      assert.ok(result instanceof AssayError);
      assert.deepEqual([result.code, result.retryable, waits.length, requests], [code, retryable, 0, 1]);
    });
  }
});

describe("an abort signal ends a call with its reason", { concurrency: true }, () => {
  for (const [when, respond] of [
    ["before the answer", hang],
    ["in the middle of the answer", sendHalf("hang")],
  ] as const) {
    test(when, async () => {
      const controller = new AbortController();
      const reason = new Error("enough");
      await using server = await startScriptedServer((...args) => {
        respond(...args);
        controller.abort(reason);
      });
      const client = createClient({ service: server.origin });
      await assert.rejects(client.listDomains({ signal: controller.signal }), reason);
    });
  }

  test("during the wait before a retry", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    await using server = await startScriptedServer(problem(429, "rate-limited", { retryAfterSeconds: 100 }));
    const client = createClient({ service: server.origin, onWait: () => controller.abort(reason) });
    await assert.rejects(client.listDomains({ signal: controller.signal }), reason);
    assert.equal(server.requests.length, 1);
  });
});

async function callWith(responders: readonly Responder[], options: Partial<ClientOptions> = {}) {
  await using server = await startScriptedServer(...responders);
  const waits: Wait[] = [];
  // Long enough that the client does not give up on a busy machine.
  const long = { timeoutMs: 100_000, maxTotalMs: 120_000 };
  const client = createClient({ service: server.origin, ...long, onWait: (wait) => waits.push(wait), ...options });
  const result = await client.listDomains().catch((error: unknown) => error);
  return { result, waits, requests: server.requests.length };
}
