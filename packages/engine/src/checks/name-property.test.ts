import assert from "node:assert/strict";
import { test } from "node:test";
import type { SpecPackage } from "@assay/contract";
import { specFile } from "@assay/testing/cases/golden-cases";
import { findNameProperty } from "./name-property.ts";

test("the name of what is proposed is found in every domain that has one", () => {
  assert.equal(inDomain("datamint/generator-option"), "generatorName");
  assert.equal(inDomain("canvas/chart-type"), "chartName");
  assert.equal(inDomain("fieldlab/sensor"), "sensorName");
  assert.equal(inDomain("lingua/text-collection"), "collectionTitle");
  assert.equal(inDomain("pipeline/connector"), "displayTitle");
  assert.equal(inDomain("flagship/feature-flag"), undefined);
  assert.equal(inDomain("gateway/endpoint"), undefined);
});

test("the name of something else is not taken for it, and of two names none", () => {
  assert.equal(among("name", "hostName", "description"), "name");
  assert.equal(among("hostName"), undefined);
  assert.equal(among("jobTitle", "nameservers"), undefined);
  assert.equal(among("sensorName", "displayName"), undefined);
});

function inDomain(name: string): string | undefined {
  return findNameProperty(JSON.parse(new TextDecoder().decode(specFile(`${name}/1.0.0`))));
}

function among(...names: readonly string[]): string | undefined {
  const properties = Object.fromEntries(names.map((name) => [name, { type: "string" }]));
  return findNameProperty({ domainId: "sensor", candidateSchema: { properties } } as unknown as SpecPackage);
}
