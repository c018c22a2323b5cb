import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { printFigure } from "@assay/testing/print-figure";
import type { Browser, Page } from "playwright-core";
import { build, defaultClientConditions, type Rolldown } from "vite";
import { startService } from "../auth/start-service-with-identity.ts";
import { createCandidate } from "../http/create-envelope.ts";
import { type ScriptedServer, startScriptedServer } from "../scripted-server.ts";
import type { ClientGlobals } from "./expose-client.ts";
import { noBrowser, openBrowser } from "./open-browser.ts";

test("the client works in a browser", { skip: noBrowser }, async (t) => {
  await using stack = new AsyncDisposableStack();
  const script = await bundleClient();
  const listedSite = stack.use(await serveScript(script));
  const unlistedSite = stack.use(await serveScript(script));
  const service = stack.use(await startService({ app: { corsOrigins: [listedSite.origin] } }));
  const key = await service.createKey();
  const browser = stack.adopt(await openBrowser(), (opened) => opened.close());
  const domain = { targetProduct: "datamint", domainId: "generator-option" };
  // Passed as text, because the browser driver's types recurse endlessly on JSON values.
  const request = JSON.stringify({ ...domain, candidate: createCandidate() });

  await t.test("it adds at most 5 KiB to a page", () => {
    const bytes = gzipSync(script).length;
    printFigure("bytes of the client, minified and compressed", bytes, 5_120);
    assert.ok(bytes <= 5_120);
  });

  await t.test("on a listed origin, it gets results", async () => {
    const page = await open(browser, listedSite);
    const draft = JSON.stringify({ ...domain, candidate: createCandidate({ owner: { kind: "agent", id: "a" } }) });
    const answers = await page.evaluate(
      async ({ service, key, draft, request }) => {
        const { createClient } = globalThis as unknown as ClientGlobals;
        const assay = createClient({ service, key });
        const { domains } = await assay.listDomains();
        const checked = await assay.validate(JSON.parse(draft));
        return JSON.stringify({ domains, checked, built: await assay.build(JSON.parse(request)) });
      },
      { service: service.url, key, draft, request },
    );
    const { domains, checked, built } = JSON.parse(answers);
    assert.partialDeepStrictEqual(domains, [domain]);
    assert.equal(checked.valid, false);
    assert.partialDeepStrictEqual(checked.diagnostics, [{ code: "owner.kind-not-allowed" }]);
    assert.match(built.proposalPackage?.digest ?? "", /^sha256:/);
  });

  await t.test("on an unlisted origin, it gets nothing, and the key does not leave the browser", async () => {
    const before = service.findLogLines("call").length;
    const error = await findFailure(await open(browser, unlistedSite), { service: service.url, key });
    assert.partialDeepStrictEqual(error, { code: "connection-failed", retryable: true });
    assert.match(error.detail, /this page's origin/);
    const calls = service.findLogLines("call").slice(before);
    assert.ok(calls.every(({ callerId }) => callerId === undefined));
  });
});

/** Bundles and minifies the script of the page, without writing a file. */
async function bundleClient(): Promise<string> {
  const built = await build({
    configFile: false,
    root: import.meta.dirname,
    envDir: false,
    publicDir: false,
    logLevel: "warn",
    resolve: { conditions: ["assay-source", ...defaultClientConditions] },
    build: {
      write: false,
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: { input: `${import.meta.dirname}/expose-client.ts` },
    },
  });
  const [script, ...others] = (built as Rolldown.RolldownOutput).output;
  assert.deepEqual(others, []);
  return script.code;
}

async function open(browser: Browser, site: ScriptedServer): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(site.origin);
  return page;
}

/** Returns the error that listing the domains causes on the page. */
function findFailure(page: Page, options: { readonly service: string; readonly key: string }) {
  return page.evaluate(async (options) => {
    const { AssayError, createClient } = globalThis as unknown as ClientGlobals;
    const error = await createClient({ ...options, maxAttempts: 1 })
      .listDomains()
      .catch((thrown: unknown) => thrown);
    if (!(error instanceof AssayError)) throw new Error("listDomains did not fail");
    const { code, status, detail, retryable, requestId } = error;
    return { code, status, detail, retryable, requestId };
  }, options);
}

/** Serves a page with the script. Its policy allows it to call any server, but not to run generated code. */
function serveScript(script: string): Promise<ScriptedServer> {
  const policy = "default-src 'none'; script-src 'self'; connect-src http:";
  return startScriptedServer((response, { url }) => {
    const [type, body] =
      url === "/client.js"
        ? ["text/javascript", script]
        : ["text/html", '<script type="module" src="/client.js"></script>'];
    response.writeHead(200, { "content-type": type, "content-security-policy": policy }).end(body);
  });
}
