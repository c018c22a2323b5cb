import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { rules, rulesFile, withoutPrometheus } from "./prometheus.ts";

const testFile = rulesFile.replace(/\.yaml$/, ".test.yaml");
const page = readFileSync(join(import.meta.dirname, "../../docs/reference/operations.md"), "utf8");
const alerts = rules().filter(({ alert }) => alert !== undefined);

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
  const guide = readFileSync(join(import.meta.dirname, "../../docs/guides/run-in-production.md"), "utf8");
  const runbooks = [...guide.matchAll(/^### (Assay\w+)$/gm)].map(([, name]) => name);
  assert.deepEqual(runbooks, [...new Set(alerts.map(({ alert }) => alert))]);
});

test("the alert rules do what their tests for promtool say", { skip: withoutPrometheus }, () => {
  for (const args of [
    ["check", "rules", "--lint-fatal", rulesFile],
    ["test", "rules", testFile],
  ]) {
    const { status, stdout, stderr } = spawnSync("promtool", args, { encoding: "utf8" });
    assert.equal(status, 0, `${stdout}${stderr}`);
  }
});
