import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { checkProblem } from "./check-answer.ts";
import { exchange } from "./exchange.ts";
import { head } from "./raw/raw-case.ts";
import { type Service, startService } from "./service.ts";

const allowed = "https://page.example";
let service: Service;
before(async () => {
  service = await startService({ corsOrigins: [allowed], authorizationServer: "https://id.example" });
});
after(() => service[Symbol.asyncDispose]());

async function ask(line: string, origin: string, ...headers: string[]) {
  const sent = head(line, `Origin: ${origin}`, ...headers);
  const [answer] = (await exchange(service.url, sent, { expect: 1 })).answers;
  assert.ok(answer);
  return answer;
}

test("a browser may ask before it calls from a listed origin", async () => {
  const { status, headers } = await ask(
    "OPTIONS /api/validate HTTP/1.1",
    allowed,
    "Access-Control-Request-Method: POST",
  );
  assert.equal(status, 204);
  assert.equal(headers["access-control-allow-origin"], allowed);
  assert.equal(headers["access-control-allow-methods"], "POST");
  assert.equal(headers.vary, "Origin");
});

test("a page of a listed origin finds the sign-in: it may read where it is, and ask there", async () => {
  const { headers: readable } = await ask("GET /api/domains HTTP/1.1", allowed);
  assert.match(readable["access-control-expose-headers"] ?? "", /\bWWW-Authenticate\b/);
  const metadata = "/.well-known/oauth-protected-resource";
  for (const path of [metadata, `${metadata}/mcp`]) {
    const { status, headers } = await ask(
      `OPTIONS ${path} HTTP/1.1`,
      allowed,
      "Access-Control-Request-Method: GET",
      "Access-Control-Request-Headers: mcp-protocol-version",
    );
    assert.equal(status, 204);
    assert.equal(headers["access-control-allow-origin"], allowed);
    assert.equal(headers["access-control-allow-methods"], "GET, HEAD");
    const answer = await ask(`DELETE ${path} HTTP/1.1`, allowed);
    assert.equal(checkProblem(answer, service.url), "method-not-allowed");
    assert.equal(answer.headers.allow, "GET, HEAD");
  }
});

test("a browser that asks from any other origin is refused", async () => {
  const answer = await ask("OPTIONS /api/validate HTTP/1.1", "https://other.example");
  assert.equal(checkProblem(answer, service.url), "method-not-allowed");
  assert.equal("access-control-allow-origin" in answer.headers, false);
});

test("answers and problems can be read by pages of a listed origin alone", async () => {
  for (const path of ["/api/domains", "/openapi.json", "/nothing"]) {
    assert.equal((await ask(`GET ${path} HTTP/1.1`, allowed)).headers["access-control-allow-origin"], allowed);
    const { headers } = await ask(`GET ${path} HTTP/1.1`, "https://other.example");
    assert.equal("access-control-allow-origin" in headers, false);
  }
});

test("a cache keeps the pages of two origins apart, and those of two encodings", async () => {
  const { headers } = await ask("GET /docs/codes HTTP/1.1", allowed);
  assert.equal(headers.vary, "Origin, Accept-Encoding");
});
