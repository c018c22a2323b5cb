import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Answer } from "../check-answer.ts";
import { exchange } from "../exchange.ts";
import { head, post } from "../raw/raw-case.ts";
import { type Service, startService } from "../service.ts";

let service: Service;
before(async () => {
  service = await startService({ corsOrigins: ["https://app.example"] });
});
after(() => service[Symbol.asyncDispose]());

const chrome = "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
const opened = { "/nothing": 404, "/openapi.json/": 404, [`/${"x".repeat(2_100)}`]: 414, "/%64ocs": 404 };

for (const [path, status] of Object.entries(opened)) {
  test(`a browser that opens ${path.slice(0, 20)} gets a page with status ${status}, a program gets JSON`, async () => {
    const get = `GET ${path} HTTP/1.1`;
    const asked = [head(get, chrome), head(get)].map((sent) => exchange(service.url, sent, { expect: 1 }));
    const answers = (await Promise.all(asked)).flatMap((exchanged) => exchanged.answers);
    const [page, document] = answers;
    assert.deepEqual([page?.status, document?.status], [status, status]);
    assert.equal(page?.headers["content-type"], "text/html; charset=utf-8");
    assert.match(page?.headers["content-security-policy"] ?? "", /^default-src 'none'/);
    assert.match(page?.body ?? "", new RegExp(`<h1>.*\\(${status}\\)</h1>`));
    assert.equal(document?.headers["content-type"], "application/problem+json; charset=utf-8");
    for (const answer of answers) assert.equal(answer.headers.vary, "Origin, Accept");
  });
}

// What Java's clients send by default, and what browsers do.
const preferHtml = ["Accept: text/html, image/gif, image/jpeg, */*; q=0.2", chrome];
const errors = {
  "a query that is wrong": [head("GET /api/domains?targetProduct=a&targetProduct=b HTTP/1.1", "ACCEPT"), 400],
  "a body that is not JSON": [post("{", "ACCEPT"), 400],
  "a target in absolute form": [head("GET http://localhost/api/domains HTTP/1.1", "ACCEPT"), 400],
  "a body without a type": [post("{}", "Content-Type: text/plain", "ACCEPT"), 415],
  "a wrong method": [head("GET /api/build HTTP/1.1", "ACCEPT"), 405],
  "a wrong path below /api": [head("GET /api/validate/ HTTP/1.1", "ACCEPT"), 404],
  "a URL that is too long": [head(`GET /api/domains?${"x".repeat(2_100)} HTTP/1.1`, "ACCEPT"), 414],
  "a stream of MCP": [head("GET /mcp HTTP/1.1", "ACCEPT"), 405],
} as const;

for (const [title, [sent, status]] of Object.entries(errors)) {
  test(`${title} is answered with problem+json, even if HTML is preferred`, async () => {
    for (const accept of preferHtml) {
      const { headers, body, ...answer } = await ask(sent, accept);
      assert.deepEqual([answer.status, JSON.parse(body).status], [status, status]);
      assert.equal(headers["content-type"], "application/problem+json; charset=utf-8");
      assert.equal(headers.vary, "Origin");
    }
  });
}

test("a message that MCP refuses is answered in JSON-RPC, even if HTML is preferred", async () => {
  for (const accept of preferHtml) {
    const { status, headers, body } = await ask(head("POST /mcp HTTP/1.1", "Content-Length: 0", "ACCEPT"), accept);
    assert.deepEqual([status, JSON.parse(body).jsonrpc], [415, "2.0"]);
    assert.match(headers["content-type"] ?? "", /^application\/json\b/);
  }
});

/** Sends a request to the host of the service, which MCP insists on. */
async function ask(sent: string | Uint8Array, accept: string): Promise<Answer> {
  const text = Buffer.from(sent).toString("latin1").replace("ACCEPT", accept);
  const { answers } = await exchange(service.url, text.replace("localhost", new URL(service.url).host), { expect: 1 });
  return answers[0] ?? assert.fail("no answer");
}
