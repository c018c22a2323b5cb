import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { parse } from "yaml";

interface Rule {
  readonly alert?: string;
  readonly labels?: { readonly [name: string]: string };
  readonly annotations?: { readonly [name: string]: string };
}

interface RulesFile {
  readonly groups: readonly { readonly rules: readonly Rule[] }[];
}

// That they fire when they should is for lab/alerts, with Prometheus.
const { groups }: RulesFile = parse(textOf("deploy/prometheus/assay-rules.yaml"));
const alerts = groups.flatMap(({ rules }) => rules).filter(({ alert }) => alert !== undefined);
const page = textOf("docs/reference/operations.md");

test("every alert says how urgent it is, what it means and what to do", () => {
  assert.ok(alerts.length > 0);
  for (const { alert, labels, annotations } of alerts) {
    assert.match(labels?.severity ?? "", /^(page|ticket)$/, alert);
    assert.ok(annotations?.summary && annotations.description, alert);
    assert.equal(annotations.runbook_url, `docs/guides/run-in-production.md#${alert?.toLowerCase()}`);
  }
});

test("the page on operations has every alert with its severities, and no other", () => {
  const listed = [...page.matchAll(/^\| `(Assay\w+)` \| ([a-z, ]+) \|/gm)].flatMap(([, name, severities = ""]) =>
    severities.split(", ").map((severity) => `${name} ${severity}`),
  );
  assert.deepEqual(
    listed,
    alerts.map(({ alert, labels }) => `${alert} ${labels?.severity}`),
  );
});

test("the guide for operators has a runbook for every alert, and no other", () => {
  const guide = textOf("docs/guides/run-in-production.md");
  const runbooks = [...guide.matchAll(/^### (Assay\w+)$/gm)].map(([, name]) => name);
  assert.deepEqual(runbooks, [...new Set(alerts.map(({ alert }) => alert))]);
});

function textOf(file: string): string {
  return readFileSync(join(import.meta.dirname, "..", file), "utf8");
}
