import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject, SpecPackage } from "@assay/contract";
import { specFile } from "@assay/testing/cases/golden-cases";
import { printFigure } from "@assay/testing/print-figure";
import { message, modernMessage, post } from "./rpc.ts";
import { serveSpecPackages } from "./serve-spec-packages.ts";

const maxToolListBytes = 5_000;
const specPackages = [
  "canvas/chart-type/1.0.0",
  "datamint/generator-option/1.0.0",
  "fieldlab/sensor/1.0.0",
  "flagship/feature-flag/1.0.0",
  "gateway/endpoint/1.0.0",
  "lingua/text-collection/1.0.0",
  "pipeline/connector/1.0.0",
];

test("tools outline the candidates of a single domain, or link to the rules of several; they never quote a spec package", async () => {
  const sentences = specPackages.flatMap(listSentences);
  printFigure("sentences from seven packages, none of them in a list of tools", sentences.length, "at least 200");
  assert.ok(sentences.length >= 200);
  for (const served of [...specPackages.map((name) => [name]), specPackages]) {
    const names = served.length === 1 ? listProperties(served[0] ?? "") : undefined;
    await using service = await serveSpecPackages(served);
    const { message: modernList, headers } = modernMessage("tools/list");
    for (const { json } of [
      await post(service.url, message("tools/list")),
      await post(service.url, modernList, { headers }),
    ]) {
      const { candidate } = json.result.tools[1].inputSchema.properties;
      assert.deepEqual(candidate.properties && Object.keys(candidate.properties), names);
      assert.match(candidate.description, /assay:\/\/spec\/\{targetProduct\}\/\{domainId\}/);
      const tools = JSON.stringify(json.result.tools);
      assert.ok(Buffer.byteLength(tools) <= maxToolListBytes);
      // Assay's own sentence about the owner begins like a sentence in some of the packages.
      const toolTexts = tools.replace("Who answers for the proposal. The id is that person's to give: ask.", "");
      assert.deepEqual(
        sentences.filter((sentence) => toolTexts.includes(sentence)),
        [],
      );
    }
  }
});

const texts = new Set(["title", "summary", "description", "why", "message"]);

// Lists a package's sentences of two or more words. Cuts each to 60 characters, because tools can shorten texts.
function listSentences(name: string): readonly string[] {
  const sentences: string[] = [];
  JSON.parse(Buffer.from(specFile(name)).toString(), (key, value) => {
    if (texts.has(key) && typeof value === "string") sentences.push(...value.split(/(?<=[.!?;]) /));
    return value;
  });
  return sentences
    .filter((sentence) => sentence.includes(" "))
    .map((sentence) => JSON.stringify(sentence.slice(0, 60)).slice(1, -1));
}

function listProperties(name: string): readonly string[] {
  const { candidateSchema } = JSON.parse(Buffer.from(specFile(name)).toString()) as SpecPackage;
  return Object.keys((candidateSchema as JsonObject).properties as object);
}
