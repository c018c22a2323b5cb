import assert from "node:assert/strict";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import type { JsonObject } from "@assay/contract";
import { startSandbox } from "@assay/sandbox";
import { serviceSettings } from "@assay/testing/services/service-settings";
import { startChild } from "@assay/testing/services/start-child";
import { waitUntilReady } from "@assay/testing/services/wait-until-ready";
import { readPageConfig } from "../http/workbench/page-config.ts";
import { install } from "./install-packages.ts";
import { listPackages } from "./release-folder.ts";

const project = realpathSync(mkdtempSync(join(tmpdir(), "assay-packed-server-")));
after(() => rmSync(project, { recursive: true }));
const packageNames = ["@assay/contract", "@assay/engine", "@assay/server"];
const tarballs = listPackages().filter(({ name }) => packageNames.includes(name));
install(project, tarballs);

const sandbox = await startSandbox({ identity: true });
after(() => sandbox[Symbol.asyncDispose]());
const { targetProduct, domainId, submissionUrl } = sandbox.datamint.domainConfig;
const domain = { targetProduct, domainId };

test("the installed server serves the workbench with all its assets", async () => {
  const packed = tarballs.find(({ name }) => name === "@assay/server")?.files ?? [];
  for (const file of ["index.html", "manifest.json"]) assert.ok(packed.includes(`workbench/${file}`), file);
  const domainsFile = join(project, "domains.json");
  writeFileSync(domainsFile, JSON.stringify({ domains: [sandbox.datamint.domainConfig] }));
  await using server = await startChild({
    args: [join(project, "node_modules/.bin/assay-server")],
    cwd: project,
    // Without this repository's own variables, because the server refuses settings that it does not know.
    env: { PATH: process.env.PATH, ...serviceSettings(sandbox, domainsFile) },
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
});
