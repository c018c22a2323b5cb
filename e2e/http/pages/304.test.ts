import assert from "node:assert/strict";
import { test } from "node:test";
import { exchange } from "../exchange.ts";
import { head } from "../raw/raw-case.ts";
import { sharedService } from "../service.ts";

const service = sharedService();

async function ask(line: string, ...headers: string[]) {
  const [answer] = (await exchange(service().url, head(line, ...headers), { expect: 1 })).answers;
  assert.ok(answer);
  return answer;
}

const pages = ["/openapi.json", "/llms.txt", "/docs", "/docs/api", "/schemas/datamint/generator-option/candidate.json"];

test("a program that has the current page gets 304 without a body", async () => {
  for (const path of pages) {
    const { headers } = await ask(`GET ${path} HTTP/1.1`);
    const { etag = "" } = headers;
    assert.match(etag, /^"[\w-]{43}"$/);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const again = await ask(`GET ${path} HTTP/1.1`, `If-None-Match: ${known}`);
      assert.deepEqual([again.status, again.body], [304, ""], `${path} ${known}`);
      assert.deepEqual(
        [again.headers.etag, again.headers["cache-control"], again.headers.vary],
        [etag, headers["cache-control"], headers.vary],
      );
    }
    const other = await ask(`GET ${path} HTTP/1.1`, 'If-None-Match: "other"');
    assert.equal(other.status, 200);
    assert.notEqual(other.body, "");
  }
});

test("each form of a page has an ETag of its own", async () => {
  const forms = ["text/html", "text/markdown", "application/json"];
  const answers = await Promise.all(forms.map((form) => ask("GET /docs HTTP/1.1", `Accept: ${form}`)));
  assert.equal(new Set(answers.map(({ headers }) => headers.etag)).size, forms.length);
});
