import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { startBinary } from "../../start-binary.ts";
import { checkProblem } from "../check-answer.ts";
import { type Service, startService } from "../service.ts";
import { browser, factsIn, get } from "./get.ts";
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
  const { domains, ...facts } = factsIn(text);
  assert.deepEqual(facts, {
    publicUrl: service.url,
    keyUrl: "https://id.example/keys",
    worker: "/assets/worker-4e5f6a7b.js",
    examples: "/assets/examples-8c9d0e1f.json",
  });
  const [{ specPackagePath, nextSpecPackagePath, registryPath, ...domain }] = domains;
  const { json } = await service.call("listDomains");
  assert.deepEqual([domain], json.domains);
  for (const path of [specPackagePath, nextSpecPackagePath])
    assert.match(path, /^\/facts\/datamint\/generator-option\/spec-packages\/[0-9a-f]{64}\.json$/);
  assert.equal(registryPath, "/facts/datamint/generator-option/registry");
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

test("a client that has the page or a file gets 304 without a body, in each encoding", async () => {
  const asked: readonly (readonly [string, { readonly [name: string]: string }])[] = [
    ["/", browser],
    ["/assets/page-0a1b2c3d.js", {}],
    ["/assets/page-0a1b2c3d.js", { "accept-encoding": "br" }],
    ["/assets/page-0a1b2c3d.js", { "accept-encoding": "gzip" }],
  ];
  const tags = new Set<string | undefined>();
  for (const [path, headers] of asked) {
    const first = await ask(path, headers);
    const { etag = "" } = first.headers;
    tags.add(etag);
    const again = await ask(path, { ...headers, "if-none-match": etag });
    assert.deepEqual([again.status, again.bytes.length], [304, 0]);
    for (const name of ["etag", "cache-control", "vary"]) assert.equal(again.headers[name], first.headers[name]);
    assert.equal((await ask(path, { ...headers, "if-none-match": '"other"' })).status, 200);
  }
  assert.equal(tags.size, asked.length);
});

test("every file is there in the encodings that a client accepts, to be kept for ever", async () => {
  const decoders: { readonly [encoding: string]: (bytes: Buffer) => Buffer } = {
    br: brotliDecompressSync,
    gzip: gunzipSync,
    identity: (bytes) => bytes,
  };
  const accepted = {
    "gzip, deflate, br, zstd": "br",
    gzip: "gzip",
    "br;q=0, gzip": "gzip",
    "br;q=0, gzip;q=0": "identity",
  };
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

test("names that are not files are answered 404, as a page for people", async () => {
  const nowhere = [
    "/assets",
    "/assets/",
    "/assets/page.js",
    "/assets/page-0a1b2c3d.js.br",
    "/assets/manifest.json",
    "/index.html",
    "/manifest.json",
    "/assets/..%2fmanifest.json",
    "/facts",
    "/assets/__proto__",
  ];
  for (const path of nowhere) {
    const { status, headers, text } = await ask(path);
    assert.equal(status, 404, path);
    assert.equal(checkProblem({ status, headers, body: text }, service.url), "not-found");
    assert.match((await ask(path, browser)).headers["content-type"] ?? "", /^text\/html/);
  }
});

test("the page and its files take GET and HEAD, and nothing else", async () => {
  for (const path of ["/", "/assets/page-0a1b2c3d.js"]) {
    const [got, head] = [await ask(path, browser), await ask(path, browser, "HEAD")];
    assert.deepEqual([head.status, head.bytes.length, head.headers.etag], [200, 0, got.headers.etag]);
    assert.equal(head.headers["content-length"], got.headers["content-length"]);
    for (const method of ["POST", "PUT", "DELETE"]) {
      const { status, headers, text } = await ask(path, {}, method);
      assert.deepEqual([status, headers.allow], [405, "GET, HEAD"]);
      assert.equal(checkProblem({ status, headers, body: text }, service.url), "method-not-allowed");
    }
  }
});

test("below a path of the public URL, every path in the page begins with it", async () => {
  await using elsewhere = await startService({
    publicUrl: "https://example.org/assay",
    workbench: { files: build.directory },
  });
  const { text } = await get(`${elsewhere.url}/`, browser);
  const { publicUrl, worker, domains } = factsIn(text);
  assert.equal(publicUrl, "https://example.org/assay");
  assert.equal(worker, "/assay/assets/worker-4e5f6a7b.js");
  assert.match(domains[0].specPackagePath, /^\/assay\/facts\//);
  const links = [...text.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, path = ""]) => path);
  assert.deepEqual(links, ["/assay/assets/page-0a1b2c3d.css", "/assay/assets/page-0a1b2c3d.js"]);
  // A proxy in front removes the path.
  for (const path of [...links, domains[0].specPackagePath])
    assert.equal((await get(`${elsewhere.url}${path.replace("/assay", "")}`)).status, 200);
});

test("turned off, the bare address leads to /docs, and of files and facts only the rules are served", async () => {
  await using off = await startService({
    workbench: false,
    domain: ({ datamint }) => ({ registry: { mode: "snapshot", url: datamint.registryUrl, facts: "public" } }),
  });
  const root = await get(`${off.url}/`, browser);
  assert.deepEqual([root.status, root.headers.location], [302, `${off.url}/docs`]);
  const gone = ["/assets/page-0a1b2c3d.js", "/facts/datamint/generator-option/registry/00000"];
  for (const path of gone) assert.equal((await get(`${off.url}${path}`)).status, 404, path);
  assert.equal((await get(`${off.url}/docs`, browser)).status, 200);
  const [listed] = JSON.parse((await get(`${off.url}/api/domains`)).text).domains;
  assert.equal("registryUrl" in listed, false);
  const rules = await get(listed.specPackage.url);
  assert.ok(rules.bytes.equals((await get(off.sandbox.datamint.specPackageUrl)).bytes));
});

test("an operator turns it off with ASSAY_WORKBENCH", async () => {
  await using binary = await startBinary({ ASSAY_WORKBENCH: "off" });
  const root = await get(`${binary.url}/`, browser);
  assert.deepEqual([root.status, root.headers.location], [302, `${binary.publicUrl}/docs`]);
  assert.equal((await get(`${binary.url}/facts/datamint/generator-option/registry/00000`)).status, 404);
});

test("with a file that is not the one that was built, the service does not start, and says what to do", async () => {
  using damaged = writeBuild();
  writeFileSync(join(damaged.directory, "assets/page-0a1b2c3d.js"), "alert(1)");
  const message = /assets\/page-0a1b2c3d\.js differs from its hash.+Build the workbench again/;
  await assert.rejects(startService({ workbench: { files: damaged.directory } }), message);
});

test("before it is built, the bare address leads to /docs, and the log says so", async () => {
  const lines: string[] = [];
  const log = { level: "info", to: { write: (line: string) => lines.push(line) } };
  await using unbuilt = await startService({ workbench: { files: `${build.directory}/nothing` }, log });
  assert.equal((await get(`${unbuilt.url}/`, browser)).status, 302);
  const [starting = ""] = lines;
  assert.partialDeepStrictEqual(JSON.parse(starting), { event: "starting", workbench: "not built" });
});
