import assert from "node:assert/strict";
import { test } from "node:test";
import { haveSameWords, isPartOfName, wordsOf } from "./part-of-name.ts";

function isPart(name: string, known: string): boolean {
  return isPartOfName(wordsOf(name), wordsOf(known));
}

test("a name that says some of the words of another is a part of it", () => {
  for (const [name, known] of [
    ["fields", "outputFields"],
    ["field", "outputFields"],
    ["samples", "sampleRecords"],
    ["strategies", "supportedStrategies"],
    ["strategy", "supported_strategies"],
    ["ID", "generatorId"],
    ["desc", "description"],
    ["descr", "description"],
    ["boxes", "boxSize"],
  ] as const) {
    assert.ok(isPart(name, known), `${name} of ${known}`);
  }
});

test("a name that says more, or something else, is not", () => {
  for (const [name, known] of [
    ["displayName", "generatorName"],
    ["tableName", "name"],
    ["baseGeneratorId", "generatorId"],
    ["ticketId", "generatorId"],
    ["des", "description"],
    ["description", "description"],
    ["age", "language"],
    ["identifier", "generatorId"],
    ["名前name", "generatorName"],
    ["", "generatorName"],
  ] as const) {
    assert.ok(!isPart(name, known), `${name} of ${known}`);
  }
});

test("singular and plural are the same words", () => {
  assert.ok(haveSameWords(wordsOf("category"), wordsOf("categories")));
  assert.ok(haveSameWords(wordsOf("sample_record"), wordsOf("sampleRecords")));
  assert.ok(!haveSameWords(wordsOf("recordsSample"), wordsOf("sampleRecords")));
  assert.ok(!haveSameWords(wordsOf(""), wordsOf("")));
});
