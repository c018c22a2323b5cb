import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { test } from "node:test";
import { diagnosticCatalogue, operations, problemCatalogue, specProblemCatalogue } from "@assay/contract";
import { figure } from "@assay/testing/figure";
import { readHtml } from "@assay/testing/read-html";
import { toHtml } from "./articles/article-html.ts";
import { toMarkdown } from "./articles/article-markdown.ts";
import { styleHash } from "./articles/page-frame.ts";
import { pageIconLink } from "./articles/page-icon.ts";
import { pageScript, scriptHash } from "./articles/page-script.ts";
import { prefersHtml } from "./choose-form.ts";
import { problemPage } from "./content/problem-page.ts";
import type { LastingPage } from "./page.ts";
import { createPages } from "./pages.ts";

const publicUrl = "https://checks.test/assay";
const keyUrl = "https://id.test/keys";
const discoveryUrl = "https://id.test/.well-known/agent-configuration";
const facts = { publicUrl, serviceName: "checks", keyUrl, discoveryUrl };
const pages = createPages(facts);
const html = "text/html; charset=utf-8";
const markdown = "text/markdown; charset=utf-8";
const json = "application/json; charset=utf-8";
const codePaths = [
  "/problems",
  ...Object.keys(problemCatalogue).map((code) => `/problems/${code}`),
  "/diagnostics",
  ...Object.keys(diagnosticCatalogue).map((code) => `/diagnostics/${code}`),
  "/spec-problems",
  ...Object.keys(specProblemCatalogue).map((code) => `/spec-problems/${code}`),
];

const paths = ["/docs", "/docs/api", ...codePaths];
const allPaths = [...paths, "/openapi.json", "/llms.txt"];

const choices: readonly (readonly [who: string, accept: string | undefined, form: string | undefined])[] = [
  ["a caller that says nothing", undefined, markdown],
  ["an empty header", "", markdown],
  ["curl", "*/*", markdown],
  ["Chrome", "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8", html],
  ["a program that wants JSON", "application/json", json],
  ["axios", "application/json, text/plain, */*", json],
  ["an agent that wants Markdown", "text/markdown, text/html;q=0.9", markdown],
  ["HTML named beside a wildcard of the same weight", "*/*, text/html", html],
  ["HTML and JSON with the same weight", "application/json, text/html", html],
  ["weights out of order", "text/html;q=0.1, application/json;q=0.2", json],
  ["a wildcard that outweighs a name", "text/html;q=0.5, */*", markdown],
  ["any text", "text/*", markdown],
  ["any text but Markdown", "text/*, text/markdown;q=0", html],
  ["anything but text", "*/*, text/*;q=0", json],
  ["any application type", "application/*", json],
  ["capitals and blanks", " TEXT/HTML ; Q=1.0 , */* ; q=0.1", html],
  ["a parameter before the weight", "text/html;level=1;q=0.4, application/json;q=0.3", html],
  ["a header that is no media type", "please", markdown],
  ["a broken range beside a sound one", "*/html, application/json, text/html;q=2", json],
  ["another type", "image/png", undefined],
  ["nothing at all", "*/*;q=0", undefined],
  ["HTML refused, nothing else named", "text/html;q=0", undefined],
];

for (const [who, accept, form] of choices) {
  test(`${who} (${accept}) gets ${form ?? "no page"}`, () => {
    const found = pages.find("/problems/rate-limited", accept);
    assert.equal(typeof found === "object" ? found.contentType : found, form ?? "not-acceptable");
  });
}

test("a problem is a page for browsers, and JSON for every program that does not prefer HTML", () => {
  const chrome = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8";
  for (const accept of [chrome, "text/html", "text/html, */*", "application/json;q=0.9, text/html"]) {
    assert.ok(prefersHtml(accept), accept);
  }
  for (const accept of [
    undefined,
    "",
    "*/*",
    "text/*",
    "application/json, text/plain, */*",
    "application/json, text/html",
    "text/html, application/problem+json",
    "text/html;q=0.5, */*",
    "text/html;q=0",
    "image/png",
  ]) {
    assert.ok(!prefersHtml(accept), accept);
  }
});

test("the page of a problem says what happened, what to do and where to read on, and marks nothing that it quotes", () => {
  const page = problemPage(
    {
      type: `${publicUrl}/problems/not-found`,
      title: "Nothing exists at this path",
      status: 404,
      detail: "Found `<b>` and *this*.",
      code: "not-found",
      retryable: false,
      requestId: "8f14e45f",
    },
    publicUrl,
  );
  assert.match(page, /<h1>Nothing exists at this path \(404\)<\/h1>/);
  assert.match(page, /<p>Found `&lt;b&gt;` and \*this\*\.<\/p>/);
  assert.ok(page.includes(`href="${publicUrl}/problems/not-found"`) && page.includes(`href="${publicUrl}/docs"`));
  assert.match(page, /8f14e45f/);
  assert.doesNotThrow(() => readHtml(page));
});

test("every code of each catalogue has a page in three forms, and so has the index", () => {
  for (const path of paths) {
    for (const [accept, form] of Object.entries({
      "text/html": html,
      "text/markdown": markdown,
      "application/json": json,
    })) {
      assert.equal(pageAt(path, accept).contentType, form, path);
    }
  }
});

test("a page has one title, one style and one script that their hashes allow, and nothing from elsewhere", () => {
  for (const path of paths) {
    const { body } = pageAt(path, "text/html");
    const styles = [...body.matchAll(/<style>([^<]*)<\/style>/g)];
    assert.deepEqual(
      styles.map(([, style = ""]) => `sha256-${hash("sha256", style, "base64")}`),
      [styleHash],
    );
    assert.equal([...body.matchAll(/<h1>/g)].length, 1);
    // Its icon is in it.
    assert.equal(body.split(pageIconLink).length, 2);
    assert.match(pageIconLink, /^<link rel="icon" href="data:image\/svg\+xml,[^"<>]+">$/);
    const [, script = ""] = /<script>([^<]*)<\/script>/.exec(body) ?? [];
    assert.equal(`sha256-${hash("sha256", script, "base64")}`, scriptHash);
    assert.doesNotMatch(
      body.replace(pageIconLink, "").replace(`<script>${script}`, ""),
      /<script|<link|<img|\sstyle=|\son\w+=|src=/,
    );
    assert.match(body, /<meta name="viewport"/);
    assert.doesNotThrow(() => readHtml(body), path);
  }
});

test("the page of a diagnostic opens its example in the workbench, if there is one", () => {
  const opened = createPages({ ...facts, hasWorkbench: true }).find("/diagnostics/field.missing", "text/html");
  assert.ok(typeof opened === "object" && opened.body.includes(`href="${publicUrl}/#example.field.missing"`));
  assert.doesNotMatch(pageAt("/diagnostics/field.missing", "text/html").body, /workbench/);
});

test("the index leads to every operation and every other document, in each form", () => {
  for (const accept of ["text/html", "text/markdown", "application/json"]) {
    const { body } = pageAt("/docs", accept);
    for (const { path } of Object.values(operations)) assert.ok(body.includes(path), path);
    assert.match(body, new RegExp(`[>"\`]${publicUrl}[<"\`/]`));
    for (const path of ["/mcp", "/llms.txt", "/openapi.json", "/diagnostics", "/problems"]) {
      assert.ok(body.includes(`${publicUrl}${path}`), path);
    }
    assert.match(body, /\/schemas\/\{targetProduct\}\/\{domainId\}\/candidate\.json/);
  }
});

test("the JSON form is the entry of the catalogue, with its code and address", () => {
  assert.deepEqual(JSON.parse(pageAt("/problems/internal", "application/json").body), {
    code: "internal",
    type: `${publicUrl}/problems/internal`,
    ...problemCatalogue.internal,
  });
  const { diagnostics } = JSON.parse(pageAt("/diagnostics", "application/json").body);
  assert.deepEqual(
    diagnostics.map(({ code }: { code: string }) => code),
    Object.keys(diagnosticCatalogue),
  );
});

const everyForm = ["text/html", "text/markdown", "application/json"];

test("a caller who needs a key learns where keys are issued", () => {
  for (const accept of everyForm) {
    for (const path of ["/docs", "/problems/missing-credentials", "/problems/invalid-credentials"]) {
      assert.ok(pageAt(path, accept).body.includes(keyUrl), `${path} as ${accept}`);
    }
  }
  assert.ok(pageAt("/llms.txt", undefined).body.includes(keyUrl));
  const elsewhere = createPages({ publicUrl, serviceName: "checks" });
  for (const path of ["/docs", "/problems/missing-credentials", "/llms.txt"]) {
    const page = elsewhere.find(path, "text/markdown");
    assert.match(typeof page === "object" ? page.body : "", /operator/, path);
  }
});

test("capabilities are named after the service, and agents learn where to get them, unless agent-auth is not enabled", () => {
  const paths = ["/docs", "/llms.txt", "/problems/capability-not-granted", "/problems/rate-limited"];
  for (const path of paths) {
    const { body } = pageAt(path, "text/markdown");
    assert.match(body, /checks\.validateProposal/, path);
    assert.ok(body.includes("id.test/.well-known/agent-configuration"), path);
    const without = createPages({ publicUrl, serviceName: "checks" }).find(path, "text/markdown");
    assert.match(typeof without === "object" ? without.body : "", /agent-auth.*not enabled/, path);
  }
  for (const path of allPaths) {
    for (const accept of everyForm)
      assert.doesNotMatch(pageAt(path, accept).body, /assay\.(list|validate|build)/, path);
  }
  assert.match(pageAt("/openapi.json", undefined).body, /requires the capability checks\.listDomains/);
});

test("what the rate limit counts, agent-auth and MCP are described wherever a caller looks first", () => {
  const openapi = JSON.parse(pageAt("/openapi.json", undefined).body).info.description;
  const texts = [openapi, pageAt("/docs", "text/html").body, pageAt("/llms.txt", undefined).body];
  for (const text of [...texts, pageAt("/problems/rate-limited", "text/html").body]) {
    assert.match(text, /per client address/);
    assert.match(text, /share an address/);
    assert.match(text, /agent-auth/);
    assert.match(text, /MCP/);
  }
  for (const text of texts) assert.ok(text.includes(`${publicUrl}/mcp`));
});

test("a member that an example lacks is named as missing, and not written as null", () => {
  const { body } = pageAt("/diagnostics/field.missing", "text/markdown");
  assert.match(body, /without `description`.*\n+```json\n\{\}\n```/);
  for (const path of codePaths) assert.doesNotMatch(pageAt(path, "text/markdown").body, /: null/, path);
});

test("every text is escaped, in HTML and in Markdown", () => {
  const nasty = `<b>&"'[x](y) | *z*`;
  const link = { text: nasty, url: `https://x.test/?a="><script>` };
  const article = {
    title: nasty,
    above: [link],
    previous: link,
    next: link,
    contents: [link],
    blocks: [
      { kind: "paragraph", text: `${nasty} \`<i>\`` },
      { kind: "heading", id: nasty, text: nasty },
      { kind: "list", items: [nasty] },
      { kind: "links", items: [link] },
      { kind: "steps", items: [{ title: nasty, text: nasty, link }] },
      {
        kind: "members",
        members: [{ name: nasty, type: nasty, isRequired: true, text: nasty, members: [] }],
        whenRequired: "always",
      },
      { kind: "fold", id: nasty, summary: nasty, blocks: [{ kind: "paragraph", text: nasty }] },
      { kind: "listing", language: "json", text: nasty },
      { kind: "verbatim", text: `${nasty} \`<i>\`` },
      { kind: "table", head: ["a"], rows: [[link]] },
    ],
  } as const;
  const page = toHtml(article, { publicUrl });
  assert.doesNotThrow(() => readHtml(page));
  assert.doesNotMatch(page.replace(`<script>${pageScript}`, ""), /<b>&|<i>&amp;|<script>/);
  assert.match(page, /<code>&lt;i&gt;<\/code>/);
  assert.match(page, /&lt;b&gt;&amp;&quot;&#39;\[x\]\(y\) \| <em>z<\/em>/);
  const text = toMarkdown(article)
    .replace(/```json[\s\S]*?```/, "")
    .replace(/- `[^`]*`/g, "");
  assert.doesNotMatch(text, /(?<!\\)<b>|(?<!\\)\[x\]|"><script>/);
  assert.equal(
    text
      .split("\n")
      .find((line) => line.startsWith("| ") && line.includes("x.test"))
      ?.match(/(?<!\\)\|/g)?.length,
    2,
  );
});

test("what is not a page is not found, whatever it is called", () => {
  for (const path of [
    "/",
    "/problems/",
    "/problems/nope",
    "/problems/__proto__",
    "/diagnostics/constructor",
    "/Problems",
  ]) {
    assert.equal(pages.find(path, "*/*"), undefined, path);
  }
});

test("the description of the operations names this service, whatever is accepted", () => {
  for (const accept of [undefined, "*/*", "image/png"]) {
    const { contentType, body } = pageAt("/openapi.json", accept);
    assert.equal(contentType, json);
    assert.deepEqual(JSON.parse(body).servers, [{ url: publicUrl }]);
    assert.ok(!body.includes("assay.example"));
    assert.deepEqual(
      Object.keys(JSON.parse(body).paths),
      Object.values(operations).map(({ path }) => path),
    );
  }
});

test("the description of the operations takes at most 70 KB", () => {
  const bytes = Buffer.byteLength(pageAt("/openapi.json", undefined).body);
  figure("bytes of openapi.json as served", bytes, 70_000);
  assert.ok(bytes <= 70_000);
});

test("llms.txt names the operations and the pages on one page of less than 4 KB", () => {
  const { contentType, body } = pageAt("/llms.txt", undefined);
  assert.equal(contentType, "text/plain; charset=utf-8");
  figure("bytes of llms.txt", Buffer.byteLength(body), 4_000);
  assert.ok(Buffer.byteLength(body) < 4_000);
  for (const { path } of Object.values(operations)) assert.ok(body.includes(`${publicUrl}${path}`));
  for (const path of ["/openapi.json", "/diagnostics", "/problems"]) assert.ok(body.includes(`(${publicUrl}${path})`));
});

test("every page is behind a route pattern", () => {
  const patterns = pages.paths.map((path) => new RegExp(`^${path.replaceAll(".", "\\.").replace(/:\w+/, "[^/]+")}$`));
  for (const path of allPaths) {
    assert.equal(patterns.filter((pattern) => pattern.test(path)).length, 1, path);
  }
});

function pageAt(path: string, accept: string | undefined): LastingPage {
  const page = pages.find(path, accept);
  assert.ok(typeof page === "object", `${path}: ${page}`);
  return page;
}
