import assert from "node:assert/strict";
import { test } from "node:test";
import { exchange } from "../exchange.ts";
import { head } from "../raw/raw-case.ts";
import { startService } from "../service.ts";

test("without the workbench, the bare address leads to the first page, below the public one, and takes only GET", async () => {
  await using service = await startService({ publicUrl: "https://example.org/assay", workbench: false });
  const [answer] = (await exchange(service.url, head("GET /?from=mail HTTP/1.1"), { expect: 1 })).answers;
  assert.deepEqual([answer?.status, answer?.headers.location], [302, "https://example.org/assay/docs"]);
  const post = await exchange(service.url, head("POST / HTTP/1.1", "Content-Length: 0"), { expect: 1 });
  assert.deepEqual([post.answers[0]?.status, post.answers[0]?.headers.allow], [405, "GET, HEAD"]);
});
