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

// lab/alerts uses Prometheus to test whether the alerts fire when they should.
const { groups }: RulesFile = parse(readText("deploy/prometheus/assay-rules.yaml"));
const severities: { readonly [urgency: string]: string } = {
  Pages: "page",
  "A ticket": "ticket",
  "a ticket": "ticket",
};
const alerts = groups.flatMap(({ rules }) => rules).filter(({ alert }) => alert !== undefined);

test("every alert has a severity, a team, a summary, a description and a runbook", () => {
  assert.ok(alerts.length > 0);
  for (const { alert, labels, annotations } of alerts) {
    assert.match(labels?.severity ?? "", /^(page|ticket)$/, alert);
    assert.match(labels?.team ?? "", /^(service|proxy|identity|product)$/, alert);
    assert.ok(annotations?.summary && annotations.description, alert);
    assert.equal(annotations.runbook_url, `{{ $externalLabels.assay_runbook }}#${alert?.toLowerCase()}`);
  }
});

test("the runbook lists exactly the alerts in the rules file, with their severities", () => {
  const guide = readText("docs/guides/runbook.md");
  const runbooks = [...guide.matchAll(/^## (Assay\w+)\n\n(.*?)\n\n/gms)].flatMap(([, name, opening = ""]) =>
    (opening.match(/^Pages\b|\ba ticket\b/gi) ?? ["nothing"]).map(
      (urgency) => `${name} ${severities[urgency] ?? urgency}`,
    ),
  );
  assert.deepEqual(
    runbooks,
    alerts.map(({ alert, labels }) => `${alert} ${labels?.severity}`),
  );
});

function readText(file: string): string {
  return readFileSync(join(import.meta.dirname, "..", file), "utf8");
}
