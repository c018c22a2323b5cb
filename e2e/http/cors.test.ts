import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { checkProblem } from "./check-answer.ts";
import { exchange } from "./exchange.ts";
import { head } from "./raw/raw-case.ts";
import { type Service, startService } from "./start-service.ts";

const allowed = "https://page.example";
let service: Service;
before(async () => {
  service = await startService({ corsOrigins: [allowed], authorizationServer: "https://id.example" });
});
after(() => service[Symbol.asyncDispose]());

async function send(line: string, origin: string, ...headers: string[]) {
  const request = head(line, `Origin: ${origin}`, ...headers);
  const [answer] = (await exchange(service.url, request, { expect: 1 })).answers;
  assert.ok(answer);
  return answer;
}

test("a preflight request from a listed origin is allowed", async () => {
  const { status, headers } = await send(
    "OPTIONS /api/validate HTTP/1.1",
    allowed,
    "Access-Control-Request-Method: POST",
  );
  assert.equal(status, 204);
  assert.equal(headers["access-control-allow-origin"], allowed);
  assert.equal(headers["access-control-allow-methods"], "POST");
  assert.equal(headers.vary, "Origin");
});

test("a preflight for conditional requests and for traces passes, and the page can read the ETag", async () => {
  const { headers } = await send("OPTIONS /api/domains HTTP/1.1", allowed);
  const names = (headers["access-control-allow-headers"] ?? "").split(", ");
  assert.ok(names.includes("if-none-match") && names.includes("traceparent"));
  const answer = await send("GET /api/domains HTTP/1.1", allowed);
  assert.match(answer.headers["access-control-expose-headers"] ?? "", /\bETag\b/);
});

test("any page can read what describes the service, without credentials, also if no origin is listed", async () => {
  await using unlisted = await startService();
  for (const { url } of [service, unlisted]) {
    for (const path of ["/openapi.json", "/openapi.json?1", "/schemas/datamint/generator-option/candidate.json"]) {
      for (const method of ["GET", "OPTIONS"]) {
        const request = head(`${method} ${path} HTTP/1.1`, "Origin: https://other.example");
        const [answer] = (await exchange(url, request, { expect: 1 })).answers;
        assert.equal(answer?.status, method === "GET" ? 200 : 204);
        assert.equal(answer.headers["access-control-allow-origin"], "*");
        assert.equal("access-control-allow-credentials" in answer.headers, false);
      }
    }
  }
});

test("a page on a listed origin can find out how to sign in", async () => {
  const { headers: apiHeaders } = await send("GET /api/domains HTTP/1.1", allowed);
  assert.match(apiHeaders["access-control-expose-headers"] ?? "", /\bWWW-Authenticate\b/);
  const metadata = "/.well-known/oauth-protected-resource";
  for (const path of [metadata, `${metadata}/mcp`]) {
    const { status, headers } = await send(
      `OPTIONS ${path} HTTP/1.1`,
      allowed,
      "Access-Control-Request-Method: GET",
      "Access-Control-Request-Headers: mcp-protocol-version",
    );
    assert.equal(status, 204);
    assert.equal(headers["access-control-allow-origin"], allowed);
    assert.equal(headers["access-control-allow-methods"], "GET, HEAD");
    const answer = await send(`DELETE ${path} HTTP/1.1`, allowed);
    assert.equal(checkProblem(answer, service.url), "method-not-allowed");
    assert.equal(answer.headers.allow, "GET, HEAD");
  }
});

test("a preflight request from any other origin is refused", async () => {
  const answer = await send("OPTIONS /api/validate HTTP/1.1", "https://other.example");
  assert.equal(checkProblem(answer, service.url), "method-not-allowed");
  assert.equal("access-control-allow-origin" in answer.headers, false);
});

test("only pages on a listed origin can read answers and problems", async () => {
  for (const path of ["/api/domains", "/docs/codes", "/openapi.jsonx", "/schemas", "/nothing"]) {
    assert.equal((await send(`GET ${path} HTTP/1.1`, allowed)).headers["access-control-allow-origin"], allowed);
    const { headers } = await send(`GET ${path} HTTP/1.1`, "https://other.example");
    assert.equal("access-control-allow-origin" in headers, false);
  }
});

test("the Vary header keeps caches from confusing pages for different origins or encodings", async () => {
  const { headers } = await send("GET /docs/codes HTTP/1.1", allowed);
  assert.equal(headers.vary, "Origin, Accept-Encoding");
});
