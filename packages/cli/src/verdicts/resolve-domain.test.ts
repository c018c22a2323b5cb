import assert from "node:assert/strict";
import { test } from "node:test";
import type { Domain } from "@assay/contract";
import { findDomain, nameDomain } from "./resolve-domain.ts";

const project = { targetProduct: "datamint", domainId: "generator-option", service: "https://assay.example" };
const failure = (exitCode: number, message: RegExp) => ({ name: "Failure", exitCode, message });

const canvas = { targetProduct: "canvas", domainId: "chart-type" };
const find = (wanted: object, ...domains: readonly object[]) => findDomain(domains as readonly Domain[], wanted);

test("the domain comes from the option, the request or the project, in this order", () => {
  const { service: _, ...named } = project;
  assert.deepEqual(nameDomain(undefined, project), named);
  assert.deepEqual(nameDomain(undefined, project, canvas), canvas);
  assert.deepEqual(nameDomain("a/b", project), { targetProduct: "a", domainId: "b" });
  assert.throws(() => nameDomain("a/b", project, canvas), failure(2, /Change one of them/));
  assert.throws(() => nameDomain("datamint", {}), failure(2, /<targetProduct>\/<domainId>/));
});

test("what nothing names is the only one that the service serves", () => {
  assert.equal(find({}, canvas), canvas);
  assert.equal(find({ domainId: "chart-type" }, project, canvas), canvas);
  assert.throws(() => find({}, project, canvas), failure(2, /Which domain\?.*canvas\/chart-type/));
  assert.throws(() => find({ domainId: "x" }, canvas), failure(2, /does not serve \*\/x\. .*canvas\/chart-type/));
  assert.throws(() => find({}), failure(2, /none, and only its operator/));
});
