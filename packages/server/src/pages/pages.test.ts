import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { test } from "node:test";
import { diagnosticCatalogue, problemCatalogue } from "@assay/contract";
import { printFigure } from "@assay/testing/print-figure";
import { renderPages, servedPages } from "../../../../scripts/build-pages.ts";
import { createPages } from "./pages.ts";

const publicUrl = "https://checks.test/assay";
const keyUrl = "https://id.test/keys?for=a&b";
const authorizationServer = "https://id.test/oauth";
const files = renderPages();
const pages = createPages(files, { publicUrl, serviceName: "checks", keyUrl, authorizationServer });
const unconfigured = createPages(files, { publicUrl, serviceName: "checks" });
const paths = servedPages.map(({ path }) => `/${path}`);
const readPage = (path: string, from = pages) => from.find(path)?.body ?? assert.fail(path);

test("serves each page as HTML and as Markdown, and llms.txt as plain text", () => {
  for (const path of paths) {
    assert.equal(pages.find(path)?.contentType, "text/html; charset=utf-8");
    assert.equal(pages.find(`${path}.md`)?.contentType, "text/markdown; charset=utf-8");
  }
  assert.equal(pages.find("/llms.txt")?.contentType, "text/plain; charset=utf-8");
  assert.equal(pages.find("/problem"), undefined);
});

test("starts each page with its title and summary, and loads nothing but its inline style and script", () => {
  const policy = pages.headers["content-security-policy"] ?? "";
  for (const path of paths) {
    const body = readPage(path);
    assert.match(body, /<main id="main">\n<h1>.*<\/h1>\n<p>/);
    assert.equal(body.match(/<h1>/g)?.length, 1);
    for (const tag of ["style", "script"]) {
      const [[, content = ""] = [], ...others] = [...body.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, "g"))];
      assert.equal(others.length, 0);
      assert.ok(policy.includes(`${tag}-src 'sha256-${hash("sha256", content, "base64")}'`), `${tag} of ${path}`);
    }
    const rest = body.replace(/<link rel="icon" href="data:image\/svg\+xml,[^"<>]+">/, "").replace(/<script>[^<]*/, "");
    assert.doesNotMatch(rest, /<script|<link|<img|\sstyle=|\son\w+=|src=/);
    printFigure(`bytes of ${path}`, body.length, "-");
  }
});

test("names the skill after the service, in its file, its address and the index", () => {
  const index = JSON.parse(readPage("/.well-known/agent-skills/index.json"));
  const path = "/.well-known/agent-skills/propose-with-checks/SKILL.md";
  assert.partialDeepStrictEqual(index.skills, [{ name: "propose-with-checks", url: `${publicUrl}${path}` }]);
  assert.match(readPage(path), /^---\nname: propose-with-checks\n/);
  assert.equal(
    createPages(new Map(), { publicUrl, serviceName: "checks" }).find("/.well-known/agent-skills/index.json"),
    undefined,
  );
});

test("links to every page from the first page, directly or indirectly, and has no dead links or anchors", () => {
  const anchors = new Map(paths.map((path) => [path, listIds(readPage(path))]));
  let followed = 0;
  for (const suffix of ["", ".md"]) {
    const reached = new Set(["/docs"]);
    for (const path of reached) {
      for (const url of listLinks(readPage(`${path}${suffix}`))) {
        followed += 1;
        const { href, hash: anchor } = new URL(url, `${publicUrl}${path}`);
        const [target = ""] = href.slice(publicUrl.length).split("#");
        const page = target.replace(/\.md$/, "");
        if ([keyUrl, authorizationServer].includes(url) || target === "/" || target === "/api/domains") continue;
        assert.ok(pages.find(target), `${path}${suffix}: ${url}`);
        if (anchor !== "") assert.ok(anchors.get(page)?.has(anchor.slice(1)), `${path}${suffix}: ${url}`);
        if (paths.includes(page)) reached.add(page);
      }
    }
    assert.deepEqual([...reached].sort(), [...paths].sort());
  }
  printFigure("links and anchors followed", followed, "0 dead");
});

test("redirects only the paths of codes, each to its heading on the page of codes", () => {
  const anchors = listIds(readPage("/docs/codes"));
  for (const [name, catalogue] of Object.entries({ diagnostics: diagnosticCatalogue, problems: problemCatalogue })) {
    for (const path of [`/${name}`, ...Object.keys(catalogue).map((code) => `/${name}/${code}`)]) {
      const [page, anchor = ""] = pages.findRedirect(path)?.split("#") ?? [];
      assert.equal(page, `${publicUrl}/docs/codes`);
      assert.ok(anchors.has(anchor), path);
    }
  }
  for (const path of [
    "/problems/no-such-code",
    "/problems/__proto__",
    "/diagnostics/field.missing/x",
    "/docs",
    "/constructor",
  ])
    assert.equal(pages.findRedirect(path), undefined, path);
});

test("fills in the settings of the service, and leaves out text about unset settings", () => {
  const skill = "/.well-known/agent-skills/propose-with-checks/SKILL.md";
  const all = [...paths, ...paths.map((path) => `${path}.md`), "/llms.txt", skill];
  for (const path of all) {
    for (const filled of [readPage(path), readPage(path, unconfigured)])
      assert.deepEqual(filled.match(/%[A-Z_]+%|assay\.example|id\.example|<service>/) ?? [], [], path);
  }
  assert.ok(readPage("/docs").includes('href="https://id.test/keys?for=a&amp;b"'));
  assert.ok(readPage("/llms.txt").includes(`issued at ${keyUrl}`));
  assert.ok(readPage("/llms.txt").includes("checks.validateProposal"));
  assert.doesNotMatch(readPage("/docs", unconfigured), /issued at|OAuth/);
});

test("writes a problem page with the same header as all other pages, and escapes the text that it quotes", () => {
  const page = String(
    pages.writeProblem({
      type: `${publicUrl}/problems/not-found`,
      title: "Nothing exists at this path",
      status: 404,
      detail: 'Found <b> and %CODE% and "this".',
      code: "not-found",
      retryable: false,
      requestId: "8f14e45f",
    }),
  );
  assert.ok(page.includes("<h1>Nothing exists at this path (404)</h1>"));
  assert.ok(page.includes("<p>Found &lt;b&gt; and %CODE% and &quot;this&quot;.</p>"));
  assert.ok(page.includes(`<a href="${publicUrl}/problems/not-found">not-found</a>`) && page.includes("8f14e45f"));
  const [, header] = /(<header[\s\S]*<\/header>)/.exec(page) ?? [];
  assert.equal(header, /(<header[\s\S]*<\/header>)/.exec(readPage("/docs"))?.[1]?.replace(' aria-current="page"', ""));
});

function listIds(html: string): ReadonlySet<string> {
  const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id = ""]) => id);
  assert.equal(new Set(ids).size, ids.length);
  return new Set(ids);
}

function listLinks(text: string): readonly string[] {
  if (text.startsWith("<!doctype"))
    return [...text.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, href = ""]) => href.replaceAll("&amp;", "&"));
  const outside = text.replace(/^```[\s\S]*?^```$/gm, "");
  return [...outside.matchAll(/\]\(([^)\s]+)\)|<(https?:[^>]+)>/g)].map(([, link, bare]) => link ?? bare ?? "");
}
