import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { readConfig } from "./read-config.ts";
import { secretFileNames } from "./secret-files.ts";

const folder = mkdtempSync(join(tmpdir(), "assay-secrets-"));
after(() => rmSync(folder, { recursive: true }));
const writeFile = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const domain = {
  targetProduct: "datamint",
  domainId: "generator-option",
  specPackageUrl: "https://datamint.example/spec.json",
  submissionUrl: "https://datamint.example/api/proposals",
  registry: { url: "https://datamint.example/registry" },
};
const required = {
  ASSAY_PUBLIC_URL: "https://assay.example",
  ASSAY_DOMAINS_FILE: writeFile("domains.json", JSON.stringify({ domains: [domain] })),
  ASSAY_INTROSPECTION_URL: "https://id.example/oauth2/introspect",
  ASSAY_INTROSPECTION_CLIENT_ID: "assay",
};
const readWith = (variables: { readonly [name: string]: string }) =>
  readConfig({ ...required, ...variables }, (path) => readFileSync(path, "utf8"));
const listErrors = (variables: { readonly [name: string]: string }) => {
  const read = readWith(variables);
  return read.kind === "invalid" ? read.errors : [];
};

test("reads each secret from a file, and drops one newline at its end", () => {
  assert.deepEqual(secretFileNames, [
    "ASSAY_INTROSPECTION_CLIENT_SECRET_FILE",
    "ASSAY_STORE_URL_FILE",
    "ASSAY_STORE_SECRET_FILE",
  ]);
  const read = readWith({
    ASSAY_INTROSPECTION_CLIENT_SECRET_FILE: writeFile("client", "a secret \n"),
    ASSAY_STORE_URL_FILE: writeFile("url", "redis://:pass@redis.example:6379\r\n"),
    ASSAY_STORE_SECRET_FILE: writeFile("store", `${"x".repeat(32)}\n\n`),
  });
  assert.ok(read.kind === "ok", JSON.stringify(read));
  assert.equal(read.config.keys.clientSecret, "a secret ");
  assert.deepEqual(read.config.store, {
    urls: ["redis://:pass@redis.example:6379"],
    cluster: false,
    secret: `${"x".repeat(32)}\n`,
  });
});

test("refuses a secret that is set twice, and a file that is empty or missing", () => {
  const name = "ASSAY_INTROSPECTION_CLIENT_SECRET";
  const file = writeFile("both", "s3cret\n");
  const missing = join(folder, "missing");
  const empty = writeFile("empty", "\n");
  const both = `${name}_FILE and ${name} are both set. Set only one of them.`;
  assert.deepEqual(listErrors({ [name]: "other", [`${name}_FILE`]: file }), [both]);
  assert.deepEqual(listErrors({ [`${name}_FILE`]: empty }), [`${name}_FILE names an empty file: ${empty}.`]);
  const [unreadable = "", ...others] = listErrors({ [`${name}_FILE`]: missing });
  assert.ok(unreadable.startsWith(`${name}_FILE cannot be read: `) && unreadable.includes(missing), unreadable);
  assert.equal(others.length, 0);
  const store = { ASSAY_STORE_SECRET: "x".repeat(32), ASSAY_STORE_URL_FILE: empty };
  assert.deepEqual(listErrors({ [name]: "secret", ...store }), [`ASSAY_STORE_URL_FILE names an empty file: ${empty}.`]);
  const secret = { ASSAY_STORE_URL: "redis://a", ASSAY_STORE_SECRET_FILE: empty };
  assert.deepEqual(listErrors({ [name]: "secret", ...secret }), [
    `ASSAY_STORE_SECRET_FILE names an empty file: ${empty}.`,
  ]);
});

test("does not quote secret files in errors, and reads only secrets from files", () => {
  const errors = listErrors({
    ASSAY_INTROSPECTION_CLIENT_SECRET: "secret",
    ASSAY_STORE_SECRET_FILE: writeFile("short", "s3cret"),
    ASSAY_STORE_URL_FILE: writeFile("wrong", "http://:s3cret@redis.example"),
    ASSAY_PORT_FILE: writeFile("port", "80"),
  });
  assert.equal(errors.filter((error) => /^ASSAY_STORE_(?:SECRET has|URL is)/.test(error)).length, 2);
  assert.equal(errors.filter((error) => error.startsWith("Unknown variable: ASSAY_PORT_FILE")).length, 1);
  assert.doesNotMatch(errors.join("\n"), /s3cret/);
});
