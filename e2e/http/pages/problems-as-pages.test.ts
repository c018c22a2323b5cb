import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { exchange } from "../exchange.ts";
import { head } from "../raw/raw-case.ts";
import { type Service, startService } from "../service.ts";

let service: Service;
before(async () => {
  service = await startService({ corsOrigins: ["https://app.example"] });
});
after(() => service[Symbol.asyncDispose]());

const chrome = "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
const opened = { "/nothing": 404, "/api/validate": 405, [`/${"x".repeat(2_100)}`]: 414, "/api/%64": 404 };

for (const [path, status] of Object.entries(opened)) {
  test(`a browser that opens ${path.slice(0, 20)} gets a page with status ${status}, a program gets JSON`, async () => {
    const get = `GET ${path} HTTP/1.1`;
    const { answers } = await exchange(service.url, head(get, chrome) + head(get), { expect: 2 });
    const [page, document] = answers;
    assert.deepEqual([page?.status, document?.status], [status, status]);
    assert.equal(page?.headers["content-type"], "text/html; charset=utf-8");
    assert.match(page?.headers["content-security-policy"] ?? "", /^default-src 'none'/);
    assert.match(page?.body ?? "", new RegExp(`<h1>.*\\(${status}\\)</h1>`));
    assert.equal(document?.headers["content-type"], "application/problem+json; charset=utf-8");
    for (const answer of answers) assert.equal(answer.headers.vary, "Origin, Accept");
  });
}
