import assert from "node:assert/strict";
import { test } from "node:test";
import { resolveDomain } from "./resolve-domain.ts";

const project = { targetProduct: "datamint", domainId: "generator-option", service: "https://assay.example" };
const failure = (exitCode: number, message: RegExp) => ({ name: "Failure", exitCode, message });

test("the domain comes from the option, the request or the project, in this order", () => {
  assert.deepEqual(resolveDomain(undefined, project), { targetProduct: "datamint", domainId: "generator-option" });
  const request = { targetProduct: "canvas", domainId: "chart-type" };
  assert.deepEqual(resolveDomain(undefined, project, request), request);
  assert.deepEqual(resolveDomain("a/b", project), { targetProduct: "a", domainId: "b" });
  assert.throws(() => resolveDomain("a/b", project, request), failure(2, /Change one of them/));
  assert.throws(() => resolveDomain("datamint", {}), failure(2, /<targetProduct>\/<domainId>/));
  assert.throws(() => resolveDomain(undefined, {}), failure(2, /Which domain/));
});
