import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { readConfig } from "@assay/server/config/read-config";
import { settings } from "@assay/server/config/settings";
import { parse, parseAllDocuments } from "yaml";

// That Compose and Kubernetes know every name in them is for lab/manifests.
const secret = "$SECRET";
const root = join(import.meta.dirname, "..");
const compose = parse(textOf("deploy/compose.yaml"));
const documents = parseAllDocuments(textOf("deploy/kubernetes.yaml")).map((document) => {
  assert.deepEqual(document.errors, []);
  return document.toJS();
});

test("the service accepts the settings of compose.yaml", () => {
  accepts(compose.services.assay.environment, documents[0].data["domains.json"]);
});

test("the service accepts the settings of kubernetes.yaml, which fit each other", () => {
  const [, { spec: deployment }] = documents;
  const pod = deployment.template.spec;
  const [container] = pod.containers;
  const variables: readonly { name: string; value?: string }[] = container.env;
  const environment = Object.fromEntries(variables.map(({ name, value }) => [name, value ?? secret]));
  accepts(environment, documents[0].data["domains.json"]);
  assert.equal(environment.ASSAY_INSTANCES, String(deployment.replicas));
  assert.equal(container.image.split(":")[1], JSON.parse(textOf("packages/server/package.json")).version);
  const seconds = Number(environment.ASSAY_DRAIN_SECONDS) + (container.lifecycle?.preStop?.sleep?.seconds ?? 0);
  assert.ok(seconds + 10 <= pod.terminationGracePeriodSeconds, "10 seconds are left for calls under way");
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

function textOf(file: string): string {
  return readFileSync(join(root, file), "utf8");
}
