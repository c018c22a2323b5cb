import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

interface Hop {
  readonly file: string;
  readonly symbol: string;
  readonly calls: string;
}

const [, section = ""] = /\n## Inside the server\n([\s\S]*?)\n## /.exec(read("ARCHITECTURE.md")) ?? [];
const [fromHttp = [], fromMcp = [], ...others] = section
  .split("| File | Export | Calls |")
  .slice(1)
  .map((table) =>
    [...table.matchAll(/^\| `([^`]+\.ts)` \| `(\w+)` \|(?: `([^`]+)`)? \|$/gm)].map(
      ([, file = "", symbol = "", calls = ""]): Hop => ({ file, symbol, calls }),
    ),
  );

test("a request can be followed from its route to the verdict in at most eight hops", () => {
  assert.equal(others.length, 0);
  assert.ok(fromHttp.length > 2 && fromHttp.length <= 8, `${fromHttp.length} hops`);
  const joins = fromHttp.findIndex(({ file }) => file === fromMcp.at(-1)?.file);
  assert.ok(joins > 0);
  assert.ok(fromMcp.length + fromHttp.length - joins - 1 <= 8);
  for (const hops of [fromHttp, fromMcp]) for (const [index, hop] of hops.entries()) follow(hop, hops[index + 1]);
});

/** Each file exports its symbol, calls the next one, and imports it, or its type, from the file of the next hop. */
function follow({ file, symbol, calls }: Hop, next: Hop | undefined): void {
  const code = read(file).replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
  assert.match(code, new RegExp(`^export (?:async )?(?:function|class|interface|const) ${symbol}\\b`, "m"), file);
  if (!next) return;
  assert.ok(code.includes(calls), `${file} does not call ${calls}`);
  assert.ok(sourcesOf(file, code).includes(next.file), `${file} imports nothing from ${next.file}`);
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
