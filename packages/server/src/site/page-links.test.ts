import assert from "node:assert/strict";
import { test } from "node:test";
import { diagnosticCatalogue, problemCatalogue, specProblemCatalogue } from "@assay/contract";
import { figure } from "@assay/testing/figure";
import { findAll, readHtml, textOf } from "@assay/testing/read-html";
import type { LastingPage } from "./page.ts";
import { createPages } from "./pages.ts";

const publicUrl = "https://checks.test/assay";
const keyUrl = "https://id.test/keys";
const discoveryUrl = "https://id.test/.well-known/agent-configuration";
const facts = { publicUrl, serviceName: "checks", keyUrl, discoveryUrl };
const pages = createPages(facts);
const catalogues = {
  diagnostics: diagnosticCatalogue,
  problems: problemCatalogue,
  "spec-problems": specProblemCatalogue,
};
const paths = [
  "/docs",
  "/docs/api",
  ...Object.entries(catalogues).flatMap(([name, catalogue]) => [
    `/${name}`,
    ...Object.keys(catalogue).map((code) => `/${name}/${code}`),
  ]),
];
// Documents without links.
const plain = ["/openapi.json", "/llms.txt"];

for (const hasWorkbench of [true, false]) {
  test(`${hasWorkbench ? "with" : "without"} the workbench, every link and anchor leads somewhere, and every page can be reached from the first`, () => {
    const served = createPages({ ...facts, hasWorkbench });
    const read = (path: string, form: string) => {
      const page = served.find(path, form);
      assert.ok(typeof page === "object", path);
      return page.body;
    };
    const anchors = new Map(
      paths.map((path) => {
        const ids = findAll(readHtml(read(path, "text/html")), ({ attributes }) => attributes.has("id"));
        const names = ids.map(({ attributes }) => attributes.get("id"));
        assert.equal(new Set(names).size, names.length, path);
        return [path, new Set(names)];
      }),
    );
    const reached = new Set<string>();
    let followed = 0;
    for (const todo = ["/docs"]; todo.length > 0; ) {
      const path = todo.pop() ?? "";
      if (reached.has(path)) continue;
      reached.add(path);
      for (const url of linksOf(read(path, "text/html"), read(path, "text/markdown"))) {
        if (url === keyUrl || url === discoveryUrl || url.startsWith("data:")) continue;
        const { pathname, hash } = new URL(url, `${publicUrl}${path}`);
        const target = pathname.replace(new URL(publicUrl).pathname, "");
        followed++;
        // The workbench, or what stands in for it.
        if (target === "/") assert.ok(hash === "" || (hasWorkbench && hash.startsWith("#example.")), url);
        else if (plain.includes(target)) assert.equal(hash, "", url);
        else {
          assert.ok(anchors.has(target), `${path}: ${url}`);
          assert.ok(hash === "" || anchors.get(target)?.has(hash.slice(1)), `${path}: ${url}`);
          todo.push(target);
        }
      }
    }
    assert.deepEqual([...reached].sort(), [...paths].sort());
    figure(`links and anchors followed ${hasWorkbench ? "with" : "without"} the workbench`, followed, "0 dead");
  });
}

test("a reader who always goes on to the next page reads every page once, and comes back the same way", () => {
  const follow = (from: string, rel: string): readonly string[] => {
    const links = findAll(readHtml(pageAt(from, "text/html").body), ({ attributes }) => attributes.get("rel") === rel);
    const [url] = links.map(({ attributes }) => attributes.get("href") ?? "");
    return url === undefined ? [from] : [from, ...follow(url.slice(publicUrl.length), rel)];
  };
  const read = follow("/docs", "next");
  assert.deepEqual([...read].sort(), [...paths].sort());
  assert.deepEqual(follow(read.at(-1) ?? "", "prev"), read.toReversed());
});

test("a page below another one says where it is", () => {
  const trail = (path: string) => {
    const [nav] = findAll(
      readHtml(pageAt(path, "text/html").body),
      ({ attributes }) => attributes.get("aria-label") === "Breadcrumbs",
    );
    return nav && findAll(nav, ({ name }) => name === "a").map(textOf);
  };
  assert.equal(trail("/docs"), undefined);
  assert.deepEqual(trail("/docs/api"), ["Assay"]);
  assert.deepEqual(trail("/spec-problems"), ["Assay"]);
  assert.deepEqual(trail("/diagnostics/field.missing"), ["Assay", "Diagnostics"]);
});

test("the first page lists every code in order, so that a code can be found by searching the page", () => {
  for (const accept of ["text/html", "text/markdown"]) {
    const { body } = pageAt("/docs", accept);
    const index = body.slice(body.lastIndexOf("Find a code"));
    for (const [folder, catalogue] of Object.entries(catalogues)) {
      const codes = Object.keys(catalogue).sort();
      const places = codes.map((code) => index.indexOf(`${publicUrl}/${folder}/${code}`));
      assert.ok(!places.includes(-1), folder);
      assert.deepEqual(
        places,
        [...places].sort((a, b) => a - b),
      );
    }
  }
});

// Every address that a page leads to, in both forms.
function linksOf(html: string, markdown: string): readonly string[] {
  const anchors = findAll(readHtml(html), ({ attributes }) => attributes.has("href"));
  const inMarkdown = [...markdown.matchAll(/\]\(<([^>]*)>\)/g)].map(([, url = ""]) => url);
  return [...anchors.map(({ attributes }) => attributes.get("href") ?? ""), ...inMarkdown];
}

function pageAt(path: string, accept: string | undefined): LastingPage {
  const page = pages.find(path, accept);
  assert.ok(typeof page === "object", `${path}: ${page}`);
  return page;
}
