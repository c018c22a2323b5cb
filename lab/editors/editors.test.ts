import assert from "node:assert/strict";
import { test } from "node:test";
import { isJsonObject, type Json, type JsonObject } from "@assay/contract";
import vscode, { type JSONDocument, type TextDocument } from "vscode-json-languageservice";
import { startSevenProducts } from "../../e2e/mcp/seven-products.ts";

const packages = ["datamint/generator-option", "canvas/chart-type", "gateway/endpoint"];

for (const name of packages)
  test(`VS Code completes and explains every property of a candidate of ${name}`, async (t) => {
    await using app = await startSevenProducts([`${name}/1.0.0`], []);
    const served = (await (await fetch(`${app.url}/schemas/${name}/candidate.json`)).json()) as JsonObject;
    const service = vscode.getLanguageService({});
    service.configure({ validate: true, schemas: [{ uri, fileMatch: ["*"], schema: served as object }] });

    const properties = [...propertiesOf(served)];
    for (const { path, names } of properties) {
      const { document, parsed, at } = open(draftWith(path, "{  }"), "{  }");
      const completions = await service.doComplete(document, document.positionAt(at + 2), parsed);
      const labels = completions?.items.map(({ label }) => label) ?? [];
      assert.deepEqual(
        names.filter((property) => !labels.includes(property)),
        [],
        `completions at ${JSON.stringify(path)}: ${labels.join(", ")}`,
      );
    }
    for (const { path, names } of properties)
      for (const property of names) {
        const { document, parsed, at } = open(draftWith(path, `{ "${property}": null }`), `"${property}": null`);
        const hover = await service.doHover(document, document.positionAt(at + 1), parsed);
        const said = JSON.stringify(hover?.contents ?? "");
        assert.ok(said.length > 20, `hover of ${[...path, property].join("/")}: ${said}`);
        t.diagnostic(`${[...path, property].join("/")}: ${said.slice(1, 90)}`);
      }
    const count = properties.reduce((sum, { names }) => sum + names.length, 0);
    t.diagnostic(`figure: editor-properties-${name.replace("/", "-")} = ${count} (bar all)`);

    function open(text: string, part: string): { document: TextDocument; parsed: JSONDocument; at: number } {
      const document = vscode.TextDocument.create("file:///candidate.json", "json", 1, text);
      return { document, parsed: service.parseJSONDocument(document), at: text.lastIndexOf(part) };
    }
  });

const uri = "https://assay.example/candidate.json";

/** Every object that a schema describes under `properties` and `items`, with the names of its properties. */
function* propertiesOf(
  schema: Json | undefined,
  path: readonly string[] = [],
): Generator<{ readonly path: readonly string[]; readonly names: readonly string[] }> {
  if (!isJsonObject(schema)) return;
  if (isJsonObject(schema.properties)) {
    yield { path, names: Object.keys(schema.properties) };
    for (const [name, inner] of Object.entries(schema.properties)) yield* propertiesOf(inner, [...path, name]);
  }
  yield* propertiesOf(schema.items, [...path, "0"]);
}

/** A draft with nothing but this text at a place. */
function draftWith(path: readonly string[], text: string): string {
  return path.reduceRight((inner, token) => (token === "0" ? `[${inner}]` : `{ "${token}": ${inner} }`), text);
}
