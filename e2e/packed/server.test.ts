import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import type { BuildResult, DomainList, JsonObject, ValidationResult } from "@assay/contract";
import { startSandbox } from "@assay/sandbox";
import { serviceSettings } from "@assay/testing/services/service-settings";
import { type Child, startChild } from "@assay/testing/services/start-child";
import { untilReady } from "@assay/testing/services/until-ready";
import { install } from "./install-packages.ts";
import { releasedPackages } from "./release-folder.ts";

const project = realpathSync(mkdtempSync(join(tmpdir(), "assay-packed-server-")));
after(() => rmSync(project, { recursive: true }));
const needed = ["@assay/contract", "@assay/engine", "@assay/server"];
const tarballs = releasedPackages().filter(({ name }) => needed.includes(name));
install(project, tarballs);
const binary = join(project, "node_modules/.bin/assay-server");

const sandbox = await startSandbox({ identity: true });
after(() => sandbox[Symbol.asyncDispose]());
const { identity } = sandbox;
const { key } = await identity.createKey(await identity.createPerson("Ada", loyaltyCard().owner.id));
const authorization = `Bearer ${key}`;
const { targetProduct, domainId, specPackageUrl, submissionUrl } = sandbox.datamint.asDomain;
const domain = { targetProduct, domainId };
const domainsFile = fileWith("domains.json", { domains: [sandbox.datamint.asDomain] });
const settings = serviceSettings(sandbox, domainsFile);

test("the installed server takes a proposal from the list of domains to its ballot", async () => {
  await using server = await start();
  const { url, operatorUrl } = JSON.parse(server.readyLine) as { readonly url: string; readonly operatorUrl: string };
  assert.equal((await fetch(`${operatorUrl}/readyz`)).status, 200);
  await untilReady({ operatorUrl });

  const { domains } = (await (await fetch(`${url}/api/domains`)).json()) as DomainList;
  assert.partialDeepStrictEqual(domains, [{ ...domain, status: "ready", specPackageUrl, submissionUrl }]);

  assert.equal((await fetch(`${url}/api/validate`, { method: "POST" })).status, 401);
  const candidate = loyaltyCard();
  const owner = { ...candidate.owner, kind: "agent" };
  const refused = await ask<ValidationResult>(`${url}/api/validate`, { ...candidate, owner });
  assert.equal(refused.valid, false);
  assert.partialDeepStrictEqual(refused.diagnostics, [{ code: "owner.kind-not-allowed", path: "/owner/kind" }]);
  assert.equal((await ask<ValidationResult>(`${url}/api/validate`, candidate)).valid, true);

  const { proposalPackage, submission } = await ask<BuildResult>(`${url}/api/build`, candidate);
  assert(proposalPackage && submission);
  const submitted = await fetch(submission.url, {
    method: submission.method,
    headers: { ...submission.headers, authorization },
    body: JSON.stringify({ proposalPackage }),
  });
  assert.equal(submitted.status, 201);
  const { proposal } = (await submitted.json()) as { proposal: { digest: string; ballot: { url: string } } };
  assert.equal(proposal.digest, proposalPackage.digest);
  assert.equal((await fetch(proposal.ballot.url)).status, 200);

  assert.equal((await fetch(`${url}/openapi.json`)).status, 200);
});

test("the installed server serves the page with everything that it needs", async () => {
  const packed = tarballs.find(({ name }) => name === "@assay/server")?.files ?? [];
  for (const file of ["index.html", "manifest.json"]) assert.ok(packed.includes(`workbench/${file}`), file);
  await using server = await start();
  const { url, operatorUrl } = JSON.parse(server.readyLine) as { readonly url: string; readonly operatorUrl: string };
  await untilReady({ operatorUrl });

  const page = await fetch(url, { headers: { accept: "text/html,application/xhtml+xml,*/*;q=0.8" } });
  const html = await page.text();
  assert.equal(page.status, 200);
  assert.match(page.headers.get("content-type") ?? "", /^text\/html/);
  assert.match(page.headers.get("content-security-policy") ?? "", /require-trusted-types-for/);
  const facts = JSON.parse(/id="facts">(.*?)<\/script>/s.exec(html)?.[1] ?? "{}");
  assert.partialDeepStrictEqual(facts.domains, [{ ...domain, status: "ready", submissionUrl }]);

  // Everything that the page names, and whatever its scripts load later.
  const named = [...html.matchAll(/(?:src|href)="([^"]*\/assets\/[^"]+)"/g)].map(([, path = ""]) => path);
  assert.ok(named.length >= 3, html.slice(0, 1_000));
  const scripts = packed.filter((path) => /^workbench\/assets\/.*\.js$/.test(path)).map((path) => path.slice(9));
  assert.ok(scripts.length >= 5);
  for (const path of [...named, facts.worker, facts.examples, ...scripts]) {
    const asset = await fetch(new URL(path, `${url}/`), { headers: { "accept-encoding": "gzip, deflate, br" } });
    assert.equal(asset.status, 200, path);
    assert.match(path, /-[\w-]{8}\.\w+$/);
    assert.match(asset.headers.get("cache-control") ?? "", /immutable/, path);
    assert.equal(asset.headers.get("content-encoding"), "br", path);
    assert.ok((await asset.arrayBuffer()).byteLength > 0, path);
  }
  const rules = await fetch(`${url}${new URL(facts.domains[0].specPackage.url).pathname}`);
  assert.equal(((await rules.json()) as JsonObject).domainId, domainId);
});

test("the installed server ends with 0 when it is asked to stop", async () => {
  await using server = await start();
  assert.deepEqual(await server.stop(), { code: 0, signal: null });
});

test("--check says that a configuration can be used, and stops there", () => {
  const { status, stdout, stderr } = runBinary(settings, "--check");
  assert.deepEqual([status, stderr], [0, ""]);
  assert.match(stdout, /configuration is valid/);
});

function start(): Promise<Child> {
  const isReady = (line: string) => line.includes('"event":"ready"');
  return startChild({ args: [binary], cwd: project, env: environment(settings), isReady });
}

// By its own first line, as a shell would.
function runBinary(variables: object, ...args: readonly string[]) {
  return spawnSync(binary, args, { cwd: project, env: environment(variables), encoding: "utf8", timeout: 300_000 });
}

// Nothing of this repository's own settings: the server refuses variables that it does not know.
function environment(variables: object): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, ...variables };
}

async function ask<Result>(url: string, candidate: JsonObject): Promise<Result> {
  const body = JSON.stringify({ ...domain, candidate });
  const headers = { "content-type": "application/json", authorization };
  const response = await fetch(url, { method: "POST", headers, body });
  assert.equal(response.status, 200);
  return (await response.json()) as Result;
}

function loyaltyCard(): JsonObject & { readonly owner: { readonly kind: string; readonly id: string } } {
  const file = "../../packages/contract/cases/candidates/loyalty-card.json";
  return JSON.parse(readFileSync(join(import.meta.dirname, file), "utf8"));
}

function fileWith(name: string, content: object): string {
  const path = join(project, name);
  writeFileSync(path, JSON.stringify(content));
  return path;
}
