import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const files = ["*.md", "docs/**/*.md", "examples/*/*.md", "packages/*/*.md", "packages/*/cases/*.md", "lab/**/*.md"];
const pages = globSync([...files, "skills/**/*.md", ".changeset/*.md"], {
  cwd: root,
  exclude: (path) => path.includes("node_modules"),
});
test("every link between pages leads to an existing page and heading", () => {
  const dead = pages.flatMap((page) =>
    [...readFileSync(join(root, page), "utf8").matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
      .filter(([, path = "", heading]) => {
        const target = path === "" ? page : join(dirname(page), path);
        if (!existsSync(join(root, target))) return true;
        return heading !== undefined && target.endsWith(".md") && !listHeadings(target).includes(heading);
      })
      .map(([, path, heading = ""]) => `${page} -> ${path}#${heading}`),
  );
  assert.deepEqual(dead, []);
});

test("no line of a page says the same sentence twice in a row", () => {
  const repeated = pages.flatMap((page) =>
    [...readFileSync(join(root, page), "utf8").matchAll(/([A-Z][^.\n]+\.) \1/g)].map(([text]) => `${page}: ${text}`),
  );
  assert.deepEqual(repeated, []);
});

/** Lists the anchors of a page's headings. */
function listHeadings(page: string): readonly string[] {
  const text = readFileSync(join(root, page), "utf8").replace(/^```[\s\S]*?^```/gm, "");
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .toLowerCase()
      .replace(/[^\w\- ]/g, "")
      .replaceAll(" ", "-"),
  );
}
