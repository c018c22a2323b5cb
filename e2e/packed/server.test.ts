import assert from "node:assert/strict";
import { globSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import type { JsonObject } from "@assay/contract";
import { startSandbox } from "@assay/sandbox";
import { printFigure } from "@assay/testing/print-figure";
import { serviceSettings } from "@assay/testing/services/service-settings";
import { startChild } from "@assay/testing/services/start-child";
import { waitUntilReady } from "@assay/testing/services/wait-until-ready";
import { readPageConfig } from "../http/workbench/page-config.ts";
import { readAttributes, startTraceSink } from "../trace-sink.ts";
import { install, recordFiles } from "./install-packages.ts";
import { listPackages } from "./release-folder.ts";

const project = realpathSync(mkdtempSync(join(tmpdir(), "assay-packed-server-")));
after(() => rmSync(project, { recursive: true }));
const packageNames = ["@assay/contract", "@assay/server"];
const tarballs = listPackages().filter(({ name }) => packageNames.includes(name));
install(project, tarballs);

const main = join(project, "node_modules/@assay/server/dist/main.js");
const sandbox = await startSandbox({ identity: true });
after(() => sandbox[Symbol.asyncDispose]());
const { targetProduct, domainId, submissionUrl } = sandbox.datamint.domainConfig;
const domain = { targetProduct, domainId };

test("the server works with only three other packages installed, and starts with a few files", () => {
  const installed = globSync("node_modules/{@*/*,[!@.]*}/package.json", { cwd: project });
  assert.equal(installed.length, 1 + 3, installed.join(", "));
  const files = recordFiles(project, main, "--version");
  printFigure("files that assay-server loads to start", files.length, 16);
  assert.ok(files.length <= 16, files.join("\n"));
});

test("the installed server serves the workbench with all its assets", async () => {
  const packed = tarballs.find(({ name }) => name === "@assay/server")?.files ?? [];
  for (const file of ["index.html", "manifest.json"]) assert.ok(packed.includes(`workbench/${file}`), file);
  const domainsFile = join(project, "domains.json");
  writeFileSync(domainsFile, JSON.stringify({ domains: [sandbox.datamint.domainConfig] }));
  await using sink = await startTraceSink();
  const tracing = { OTEL_EXPORTER_OTLP_ENDPOINT: sink.url, TRACE_RATIO: "1" };
  await using server = await startChild({
    args: ["--import", join(import.meta.dirname, "../../examples/tracing/tracing.ts"), main],
    cwd: project,
    // Without this repository's own variables, because the server refuses settings that it does not know.
    env: { PATH: process.env.PATH, ...tracing, ...serviceSettings(sandbox, domainsFile) },
    isReady: (line) => line.includes('"event":"ready"'),
  });
  const { url, operatorUrl } = JSON.parse(server.readyLine) as { readonly url: string; readonly operatorUrl: string };
  await waitUntilReady({ operatorUrl });

  const page = await fetch(url, { headers: { accept: "text/html,application/xhtml+xml,*/*;q=0.8" } });
  const html = await page.text();
  assert.equal(page.status, 200);
  assert.match(page.headers.get("content-type") ?? "", /^text\/html/);
  assert.match(page.headers.get("content-security-policy") ?? "", /require-trusted-types-for/);
  const config = readPageConfig(html);
  assert.partialDeepStrictEqual(config.domains, [{ ...domain, status: "ready", submissionUrl }]);

  // The assets that the page names, and the scripts that are loaded later.
  const assetPaths = [...html.matchAll(/(?:src|href)="([^"]*\/assets\/[^"]+)"/g)].map(([, path = ""]) => path);
  assert.ok(assetPaths.length >= 3, html.slice(0, 1_000));
  const scripts = packed.filter((path) => /^workbench\/assets\/.*\.js$/.test(path)).map((path) => path.slice(9));
  assert.ok(scripts.length >= 5);
  for (const path of [...assetPaths, config.worker, ...scripts]) {
    const asset = await fetch(new URL(path, `${url}/`), { headers: { "accept-encoding": "gzip, deflate, br" } });
    assert.equal(asset.status, 200, path);
    assert.match(path, /-[\w-]{8}\.\w+$/);
    assert.match(asset.headers.get("cache-control") ?? "", /immutable/, path);
    assert.equal(asset.headers.get("content-encoding"), "br", path);
    assert.ok((await asset.arrayBuffer()).byteLength > 0, path);
  }
  const rules = await fetch(`${url}${new URL(config.domains[0].specPackage.url).pathname}`);
  assert.equal(((await rules.json()) as JsonObject).domainId, domainId);

  // The bundle contains undici, and a preloaded tracer still sees its requests, and those to the server.
  await server[Symbol.asyncDispose]();
  const spans = sink.spans().map(readAttributes);
  assert.ok(spans.some((attributes) => attributes["server.port"] === new URL(sandbox.datamint.origin).port));
  assert.ok(
    spans.some((attributes) => attributes["http.response.status_code"] === "200" && !attributes["server.port"]),
  );
});
