import assert from "node:assert/strict";
import { execSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const pages = globSync(["*.md", "docs/**/*.md", "examples/*/*.md", "packages/*/*.md", "packages/*/cases/*.md"], {
  cwd: root,
});
// Whoever runs this has installed already.
const alreadyDone = new Set(["npm ci"]);

for (const page of pages) {
  for (const [command, expected] of consoleBlocks(readFileSync(join(root, page), "utf8"))) {
    if (alreadyDone.has(command)) continue;
    test(`${page}: \`${command}\` prints what the page says`, () => {
      assert.equal(execSync(command, { cwd: root, encoding: "utf8" }).trimEnd(), expected);
    });
  }
}

test("every link between pages leads somewhere, to its heading too", () => {
  const dead = pages.flatMap((page) =>
    [...readFileSync(join(root, page), "utf8").matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
      .filter(([, path = "", heading]) => {
        const target = path === "" ? page : join(dirname(page), path);
        if (!existsSync(join(root, target))) return true;
        return heading !== undefined && target.endsWith(".md") && !headingsOf(target).includes(heading);
      })
      .map(([, path, heading = ""]) => `${page} -> ${path}#${heading}`),
  );
  assert.deepEqual(dead, []);
});

/** The headings of a page as the ends of links. */
function headingsOf(page: string): readonly string[] {
  const text = readFileSync(join(root, page), "utf8").replace(/^```[\s\S]*?^```/gm, "");
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .toLowerCase()
      .replace(/[^\w\- ]/g, "")
      .replaceAll(" ", "-"),
  );
}

function consoleBlocks(text: string): readonly (readonly [command: string, output: string])[] {
  return [...text.matchAll(/```console\n([\s\S]*?)```/g)].flatMap(([, block = ""]) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((part) => {
        const [command = "", ...output] = part.split("\n");
        return [command, output.join("\n").trimEnd()] as const;
      }),
  );
}
