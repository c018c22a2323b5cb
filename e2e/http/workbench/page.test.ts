import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { after, before, test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { type SentHeaders, sendRequest } from "../send-request.ts";
import { type Service, startService } from "../start-service.ts";
import { browserHeaders, readPageConfig } from "./page-config.ts";
import { builtFiles, writeBuild } from "./write-build.ts";

const build = writeBuild();
let service: Service;
before(async () => {
  service = await startService({
    workbench: { files: build.directory },
    keyUrl: "https://id.example/keys",
    corsOrigins: ["https://app.example"],
  });
});
after(async () => {
  await service[Symbol.asyncDispose]();
  build[Symbol.dispose]();
});

const get = (path: string, headers?: SentHeaders) => sendRequest(`${service.url}${path}`, { headers });

test("a browser that opens the service's address gets the workbench, with the domains in the page", async () => {
  const { status, headers, body } = await get("/?from=mail", browserHeaders);
  assert.equal(status, 200);
  assert.equal(headers["content-type"], "text/html; charset=utf-8");
  assert.equal(headers["cache-control"], "no-cache");
  const { domains, ...settings } = readPageConfig(body);
  assert.deepEqual(settings, {
    publicUrl: service.url,
    keyUrl: "https://id.example/keys",
    worker: "/assets/worker-4e5f6a7b.js",
  });
  const { json } = await service.call("listDomains");
  assert.deepEqual(domains, json.domains);
  assert.ok(!body.includes("%BASE%") && !body.includes("<!--page-data-->"));
});

test("the page can run only its own scripts and call only its own service, and cannot be framed", async () => {
  const { headers } = await get("/", browserHeaders);
  const policy = headers["content-security-policy"] ?? "";
  const directives = new Map(policy.split("; ").map((directive) => directive.split(/ (.*)/s, 2) as [string, string]));
  assert.deepEqual(Object.fromEntries(directives), {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "connect-src": "'self'",
    "worker-src": "'self'",
    "img-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
    "require-trusted-types-for": "'script'",
    "trusted-types": "assay-worker",
  });
  assert.equal(headers["cross-origin-opener-policy"], "same-origin");
  assert.equal(headers["referrer-policy"], "no-referrer");
  assert.equal(headers["x-content-type-options"], "nosniff");
});

test("every asset is served in the best encoding that a client accepts, and can be cached forever", async () => {
  const decoders: { readonly [encoding: string]: (bytes: Buffer) => Buffer } = {
    br: brotliDecompressSync,
    gzip: gunzipSync,
    identity: (bytes) => bytes,
  };
  const accepted = { "gzip, deflate, br, zstd": "br", gzip: "gzip", "br;q=0, gzip;q=0": "identity" };
  for (const [name, text] of Object.entries(builtFiles)) {
    for (const [header, encoding] of Object.entries(accepted)) {
      const { status, headers, bytes } = await get(`/${name}`, { "accept-encoding": header });
      assert.equal(status, 200);
      assert.equal(headers["content-encoding"] ?? "identity", encoding, `${name} ${header}`);
      assert.equal(headers["content-length"], String(bytes.length));
      assert.equal(hash("sha256", decoders[encoding]?.(bytes) ?? ""), hash("sha256", text));
      assert.equal(headers["cache-control"], "public, max-age=31536000, immutable");
      assert.match(headers.vary ?? "", /\bAccept-Encoding\b/);
      assert.equal(headers["cross-origin-resource-policy"], "same-origin");
      assert.equal(headers["x-content-type-options"], "nosniff");
    }
  }
  assert.equal((await get("/assets/page-0a1b2c3d.css")).headers["content-type"], "text/css; charset=utf-8");
});

test("no asset can run generated code, and the worker can load only the service's own scripts", async () => {
  for (const name of Object.keys(builtFiles)) {
    const { headers } = await get(`/${name}`);
    const expected = name.includes("worker") ? "default-src 'none'; script-src 'self'" : "default-src 'none'";
    assert.equal(headers["content-security-policy"], expected);
  }
});

test("without the workbench, the service's address redirects to /docs, and published documents are still served", async () => {
  await using withoutWorkbench = await startService({
    workbench: false,
    domain: ({ datamint }) => ({ registry: { url: datamint.registryUrl, public: true } }),
  });
  const root = await sendRequest(`${withoutWorkbench.url}/`, { headers: browserHeaders });
  assert.deepEqual([root.status, root.headers.location], [302, `${withoutWorkbench.url}/docs`]);
  assert.equal((await sendRequest(`${withoutWorkbench.url}/assets/page-0a1b2c3d.js`)).status, 404);
  assert.equal((await sendRequest(`${withoutWorkbench.url}/docs`, { headers: browserHeaders })).status, 200);
  const [listed] = (await withoutWorkbench.call("listDomains")).json.domains;
  assert.equal((await sendRequest(listed.registryUrl)).status, 200);
  const rules = await sendRequest(listed.specPackage.url);
  assert.ok(rules.bytes.equals((await sendRequest(withoutWorkbench.sandbox.datamint.specPackageUrl)).bytes));
});
