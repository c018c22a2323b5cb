import assert from "node:assert/strict";
import { test } from "node:test";
import { AssayError } from "@assay/client";
import { domainOf, keyOf, requiredKey, serviceOf } from "./connect.ts";
import { failureOf } from "./failure-of.ts";
import { namedOrigin } from "./named-origin.ts";

const project = { targetProduct: "datamint", domainId: "generator-option", service: "https://assay.example" };
const failure = (exitCode: number, message: RegExp) => ({ name: "Failure", exitCode, message });

test("the domain is an option, what the request says, or what the project says, in this order", () => {
  assert.deepEqual(domainOf(undefined, project), { targetProduct: "datamint", domainId: "generator-option" });
  const request = { targetProduct: "canvas", domainId: "chart-type" };
  assert.deepEqual(domainOf(undefined, project, request), request);
  assert.deepEqual(domainOf("a/b", project), { targetProduct: "a", domainId: "b" });
  assert.throws(() => domainOf("a/b", project, request), failure(2, /Change one of them/));
  assert.throws(() => domainOf("datamint", {}), failure(2, /<targetProduct>\/<domainId>/));
  assert.throws(() => domainOf(undefined, {}), failure(2, /Which domain/));
});

test("the service is an option or what the project says", () => {
  assert.equal(serviceOf({}, project), "https://assay.example");
  assert.equal(serviceOf({ service: "https://other.example" }, project), "https://other.example");
  assert.throws(() => serviceOf({}, {}), failure(2, /Which Assay service/));
});

test("a key comes from the environment, and one that cannot be a key is not repeated", () => {
  const io = (key?: string) => ({ cwd: "/", env: key === undefined ? {} : { ASSAY_KEY: key } });
  assert.equal(keyOf({}, io("ai_ada\n")), "ai_ada");
  assert.equal(keyOf({}, io("")), undefined);
  assert.throws(() => requiredKey({}, io()), failure(2, /ASSAY_KEY/));
  assert.throws(
    () => keyOf({}, io("ai_secret one")),
    ({ message }: Error) => !message.includes("secret"),
  );
});

test("a product gets nothing unless its origin is named, and the line to add is told", () => {
  const named = { file: "/x/assay.json", products: ["https://datamint.example"] };
  assert.equal(namedOrigin("https://datamint.example/api", named), "https://datamint.example");
  assert.throws(
    () => namedOrigin("https://evil.example/api", named),
    ({ next }: { next: readonly string[] }) => {
      assert.deepEqual(next, ['"products": ["https://datamint.example","https://evil.example"],']);
      return true;
    },
  );
  assert.throws(() => namedOrigin("javascript:alert(1)", named), failure(3, /no web address/));
});

test("errors of the client end with the code of who is at fault", () => {
  const of = (code: string) => failureOf(new AssayError(code, "Detail.", { retryable: false, requestId: "r-1" }));
  assert.equal(of("rate-limited")?.exitCode, 3);
  assert.equal(of("origin-not-named")?.exitCode, 2);
  assert.equal(of("body-too-large")?.exitCode, 1);
  assert.match(of("internal")?.message ?? "", /Detail\. \(request r-1\)/);
  assert.equal(failureOf(new Error("x")), undefined);
});
