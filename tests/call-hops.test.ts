import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

interface Arrow {
  readonly from: string;
  readonly calls: string;
  readonly to: string;
}

const [, section = ""] = /\n## A call\n([\s\S]*?)\n## /.exec(read("ARCHITECTURE.md")) ?? [];
const arrows = [...section.matchAll(/^ {2}(\w+) -->\|"([\w.]+\()\)"\| (\w+)$/gm)].map(
  ([, from = "", calls = "", to = ""]): Arrow => ({ from, calls, to }),
);
const sources = globSync("packages/{server,engine}/src/**/*.ts", { cwd: root })
  .filter((file) => !file.endsWith(".test.ts"))
  .map((file) => ({ file, code: read(file).replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "") }));

test("a request can be followed from its route to the verdict in at most eight hops", () => {
  for (const route of ["addOperationRoutes", "addMcpRoute"]) {
    const hops = [route];
    for (let next = arrowFrom(route); next !== undefined; next = arrowFrom(next.to)) {
      hops.push(next.to);
      assert.ok(hops.length <= 8, hops.join(" "));
    }
    assert.equal(hops.at(-1), "validate");
  }
  for (const arrow of arrows) follow(arrow);
});

function arrowFrom(name: string): Arrow | undefined {
  return arrows.find(({ from }) => from === name);
}

/** The file of an arrow's start makes the call, and imports from the file of its end. */
function follow({ from, calls, to }: Arrow): void {
  const { file, code } = sourceOf(from);
  assert.ok(calls.includes(".") || calls === `${to}(`, `${from} calls ${calls}), and the arrow leads to ${to}`);
  assert.ok(code.includes(calls), `${file} does not call ${calls})`);
  const target = sourceOf(to).file;
  assert.ok(sourcesOf(file, code).includes(target), `${file} imports nothing from ${target}`);
}

/** The one file that exports a name. */
function sourceOf(name: string): (typeof sources)[number] {
  const exported = new RegExp(`^export (?:async )?(?:function|class|interface|const) ${name}\\b`, "m");
  const [found, ...others] = sources.filter(({ code }) => exported.test(code));
  assert.ok(found && others.length === 0, `ARCHITECTURE.md names ${name}, which one file should export`);
  return found;
}

/** The files from which another file imports, also through the index of a package. */
function sourcesOf(file: string, code: string): readonly string[] {
  return importsOf(code).flatMap(({ names, from }) => {
    if (from.startsWith(".")) return [join(dirname(file), from)];
    const index = from.replace(/^@assay\/(\w+)$/, "packages/$1/src/index.ts");
    if (index === from) return [];
    const exported = importsOf(read(index)).filter((entry) => entry.names.some((name) => names.includes(name)));
    return exported.map((entry) => join(dirname(index), entry.from));
  });
}

function importsOf(code: string): readonly { readonly names: readonly string[]; readonly from: string }[] {
  const found = code.matchAll(/^(?:import|export) (?:type )?\{([^}]*)\} from "([^"]+)";$/gm);
  return [...found].map(([, names = "", from = ""]) => ({
    names: names.split(",").map((name) => name.trim().replace(/^type /, "")),
    from,
  }));
}
