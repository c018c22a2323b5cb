import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { parseEnv } from "node:util";
import { readConfig } from "@assay/server/config/read-config";
import { settings } from "@assay/server/config/settings";
import { parse, parseAllDocuments } from "yaml";

// lab/manifests and systemd-unit.deep.test.ts check the files against Compose, Kubernetes and systemd.
const secret = "$SECRET";
const root = join(import.meta.dirname, "..");
const compose = parse(readText("deploy/compose.yaml"));
const documents = parseAllDocuments(readText("deploy/kubernetes.yaml")).map((document) => {
  assert.deepEqual(document.errors, []);
  return document.toJS();
});

test("the service accepts the settings in compose.yaml", () => {
  assertAccepts(compose.services.assay.environment, documents[0].data["domains.json"]);
});

test("the service accepts the settings in kubernetes.yaml, which are consistent with the deployment", () => {
  const [, { spec: deployment }] = documents;
  const pod = deployment.template.spec;
  const [container] = pod.containers;
  const variables: readonly { name: string; value: string }[] = container.env;
  const isSecretFile = ({ name }: { name: string }) => settings[name.replace(/_FILE$/, "")]?.isSecret;
  const environment = Object.fromEntries(
    variables.map((variable) => {
      const { name, value } = variable;
      return isSecretFile(variable) ? [name.replace(/_FILE$/, ""), secret] : [name, value];
    }),
  );
  assertAccepts(environment, documents[0].data["domains.json"]);
  const { mountPath } = container.volumeMounts.find(({ name }: { name: string }) => name === "secrets");
  assert.ok(variables.filter(isSecretFile).every(({ value }) => value.startsWith(`${mountPath}/`)));
  assert.equal(environment.ASSAY_INSTANCES, String(deployment.replicas));
  assert.equal(container.image.split(":")[1], JSON.parse(readText("packages/server/package.json")).version);
  const seconds = Number(environment.ASSAY_DRAIN_SECONDS) + (container.lifecycle?.preStop?.sleep?.seconds ?? 0);
  assert.ok(seconds + 10 <= pod.terminationGracePeriodSeconds, "10 seconds remain for calls in progress");
});

test("the service accepts deploy/assay.env with the settings of the systemd unit, which loads every credential", () => {
  const file = parseEnv(readText("deploy/assay.env"));
  const unit = readText("deploy/systemd/assay@.service");
  const assignments = [...unit.matchAll(/^Environment=(.+)$/gm)].flatMap(([, list = ""]) => list.split(" "));
  const variables = Object.fromEntries(assignments.map((line) => line.split("=") as [string, string]));
  const loaded = [...unit.matchAll(/^LoadCredential=([\w-]+):/gm)].map(([, name]) => `%d/${name}`);
  assert.deepEqual(
    Object.values(variables).filter((value) => value.startsWith("%d/")),
    loaded,
  );
  const contents: { readonly [path: string]: string } = {
    "/etc/assay/domains.json": documents[0].data["domains.json"],
    "%d/store-url": "redis://redis.example:6379",
  };
  const config = readConfig({ ...file, ...variables }, (path) => contents[path] ?? "x".repeat(32));
  assert.deepEqual(config.kind === "invalid" ? config.errors : [], []);
  const stop = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]);
  assert.ok(stop >= Number(settings.ASSAY_DRAIN_SECONDS?.byDefault) + 30, "30 seconds remain for calls in progress");
});

test("the environment file lists every setting once, and secrets as files", () => {
  const names = [...readText("deploy/assay.env").matchAll(/^#?(ASSAY_\w+)=(.*)$/gm)];
  const expected = Object.entries(settings).map(([name, { isSecret }]) => (isSecret ? `${name}_FILE` : name));
  assert.deepEqual(
    names.map(([, name]) => name),
    expected,
  );
});

test("the PrometheusRule has the same groups as the rules file", () => {
  const rule = parse(readText("deploy/prometheus/assay-prometheus-rule.yaml"));
  assert.equal(rule.kind, "PrometheusRule");
  assert.deepEqual(rule.spec, parse(readText("deploy/prometheus/assay-rules.yaml")));
});

/** Asserts that the service accepts these settings, with placeholders for values that only an operator knows. */
function assertAccepts(environment: { readonly [name: string]: string }, domains: string): void {
  const values: { readonly [name: string]: string } = {
    ASSAY_PUBLIC_URL: "https://assay.example",
    ASSAY_INTROSPECTION_URL: "https://id.example/introspect",
    ASSAY_STORE_URL: "redis://redis.example:6379",
  };
  const used = Object.entries(environment).filter(([name]) => name in settings || name !== "ASSAY_DRAIN_SECONDS");
  const filled = used.map(([name, value]) => [name, value.startsWith("$") ? (values[name] ?? "x".repeat(32)) : value]);
  const config = readConfig(Object.fromEntries(filled), () => domains);
  assert.deepEqual(config.kind === "invalid" ? config.errors : [], []);
}

function readText(file: string): string {
  return readFileSync(join(root, file), "utf8");
}
