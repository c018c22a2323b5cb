import assert from "node:assert/strict";
import { test } from "node:test";
import { createWorkbenchPage } from "./workbench-page.ts";

const files = {
  html: '<head><link href="%BASE%/assets/page.css"><!--page-data--></head><script src="%BASE%/assets/page.js"></script>',
  worker: "assets/worker-1.js",
};
const domain = {
  targetProduct: "datamint",
  domainId: "generator-option",
  status: "ready",
  specPackageUrl: "https://datamint.example/current.json",
  submissionUrl: "https://datamint.example/api/proposals",
  candidateSchemaUrl: "https://assay.example/schemas/datamint/generator-option/candidate.json",
} as const;

function readPageData(body: string) {
  const [, json = ""] = /<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(body) ?? [];
  return JSON.parse(json);
}

test("embeds the domains and settings in the page, and prefixes every path with the path of the public URL", () => {
  const basePaths = {
    "https://assay.example": "",
    "https://example.org/assay": "/assay",
    "https://example.org/a'b&c": "/a'b&c",
  };
  for (const [publicUrl, base] of Object.entries(basePaths)) {
    const page = createWorkbenchPage({ publicUrl, keyUrl: "https://id.example", files, domains: () => [domain] })();
    assert.deepEqual(readPageData(page.body), {
      publicUrl,
      keyUrl: "https://id.example",
      worker: `${base}/assets/worker-1.js`,
      domains: [domain],
    });
    const escaped = base.replace("&", "&amp;").replace("'", "&#39;");
    assert.ok(
      page.body.includes(`href="${escaped}/assets/page.css"`) && page.body.includes(`src="${escaped}/assets/page.js"`),
    );
  }
});

test("keeps markup in a product's title inside the data block", () => {
  const title = "</script><script>alert(1)</script><!--$&$'";
  const page = createWorkbenchPage({
    publicUrl: "https://assay.example",
    files,
    domains: () => [{ ...domain, title }],
  })();
  assert.equal(readPageData(page.body).domains[0].title, title);
  assert.equal(page.body.split("<script").length, files.html.split("<script").length + 1);
});

test("changes the ETag of the page when the domains change", () => {
  let status: "ready" | "degraded" = "ready";
  const page = createWorkbenchPage({
    publicUrl: "https://assay.example",
    files,
    domains: () => [{ ...domain, status }],
  });
  const [first, second] = [page().etag, page().etag];
  status = "degraded";
  assert.equal(first, second);
  assert.notEqual(page().etag, first);
});
