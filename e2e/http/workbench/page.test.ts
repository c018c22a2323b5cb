import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { after, before, test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { type Service, startService } from "../service.ts";
import { browser, get, readPageConfig } from "./get.ts";
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

const ask = (path: string, headers?: Parameters<typeof get>[1], method?: string) =>
  get(`${service.url}${path}`, headers, method);

test("a browser that opens the bare address gets the workbench, with the domains in it", async () => {
  const { status, headers, text } = await ask("/?from=mail", browser);
  assert.equal(status, 200);
  assert.equal(headers["content-type"], "text/html; charset=utf-8");
  assert.equal(headers["cache-control"], "no-cache");
  const { domains, ...facts } = readPageConfig(text);
  assert.deepEqual(facts, {
    publicUrl: service.url,
    keyUrl: "https://id.example/keys",
    worker: "/assets/worker-4e5f6a7b.js",
    examples: "/assets/examples-8c9d0e1f.json",
  });
  const { json } = await service.call("listDomains");
  assert.deepEqual(domains, json.domains);
  assert.ok(!text.includes("%BASE%") && !text.includes("<!--facts-->"));
});

test("the page runs its own scripts alone, sends nothing elsewhere and cannot be framed", async () => {
  const { headers } = await ask("/", browser);
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

test("every file is there in the encodings that a client accepts, to be kept for ever", async () => {
  const decoders: { readonly [encoding: string]: (bytes: Buffer) => Buffer } = {
    br: brotliDecompressSync,
    gzip: gunzipSync,
    identity: (bytes) => bytes,
  };
  const accepted = { "gzip, deflate, br, zstd": "br", gzip: "gzip", "br;q=0, gzip;q=0": "identity" };
  for (const [name, text] of Object.entries(builtFiles)) {
    for (const [header, encoding] of Object.entries(accepted)) {
      const { status, headers, bytes } = await ask(`/${name}`, { "accept-encoding": header });
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
  assert.equal((await ask("/assets/page-0a1b2c3d.css")).headers["content-type"], "text/css; charset=utf-8");
});

test("no policy allows generated code, and the worker reaches nothing but scripts of the service", async () => {
  for (const name of Object.keys(builtFiles)) {
    const { headers } = await ask(`/${name}`);
    const expected = name.includes("worker") ? "default-src 'none'; script-src 'self'" : "default-src 'none'";
    assert.equal(headers["content-security-policy"], expected);
  }
});

test("turned off, the bare address leads to /docs, and what a domain publishes is served all the same", async () => {
  await using off = await startService({
    workbench: false,
    domain: ({ datamint }) => ({ registry: { url: datamint.registryUrl, public: true } }),
  });
  const root = await get(`${off.url}/`, browser);
  assert.deepEqual([root.status, root.headers.location], [302, `${off.url}/docs`]);
  assert.equal((await get(`${off.url}/assets/page-0a1b2c3d.js`)).status, 404);
  assert.equal((await get(`${off.url}/docs`, browser)).status, 200);
  const [listed] = JSON.parse((await get(`${off.url}/api/domains`)).text).domains;
  assert.equal((await get(listed.registryUrl)).status, 200);
  const rules = await get(listed.specPackage.url);
  assert.ok(rules.bytes.equals((await get(off.sandbox.datamint.specPackageUrl)).bytes));
});
