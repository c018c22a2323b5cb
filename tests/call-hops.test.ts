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

/** Each file exports its symbol, calls the next one, and imports it from the file of the next hop. */
function follow({ file, symbol, calls }: Hop, next: Hop | undefined): void {
  const code = read(file).replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
  assert.match(code, new RegExp(`^export (?:async )?(?:function|class|interface|const) ${symbol}\\b`, "m"), file);
  if (!next) return;
  assert.ok(code.includes(calls), `${file} does not call ${calls}`);
  assert.equal(sourceOf(next.symbol, file, code), next.file, `${file} does not import ${next.symbol}`);
}

/** The file in which a symbol is declared that another file imports, also through the index of a package. */
function sourceOf(symbol: string, file: string, code: string): string {
  for (const [, names = "", from = ""] of code.matchAll(
    /^(?:import|export) (?:type )?\{([^}]*)\} from "([^"]+)";$/gm,
  )) {
    const isNamed = names.split(",").some((name) => name.trim().replace(/^type /, "") === symbol);
    if (!isNamed) continue;
    if (from.startsWith(".")) return join(dirname(file), from);
    const index = from.replace(/^@assay\/(\w+)$/, "packages/$1/src/index.ts");
    return sourceOf(symbol, index, read(index));
  }
  return "";
}
