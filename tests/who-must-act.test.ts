import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import {
  type Diagnostic,
  type DiagnosticEntry,
  diagnosticCatalogue,
  type JsonObject,
  type Needs,
} from "@assay/contract";
import { allDomains, type Domain } from "@assay/testing/candidates/domains";
import { goldenVerdicts } from "@assay/testing/cases/golden-verdicts";
import { engine } from "@assay/testing/cases/run-case";
import { ownerLookalikes } from "@assay/testing/corpora/traps/owner-lookalikes";
import { figure } from "@assay/testing/figure";
import { ownerMistakes } from "@assay/testing/literal-agent/hurried-mistakes";
import { readOrders } from "@assay/testing/literal-agent/orders";

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const pageOf = (code: string) => read(`docs/reference/diagnostics/${code}.md`);
const catalogue = Object.entries<DiagnosticEntry>(diagnosticCatalogue);
const skill = read("skills/propose-with-assay/SKILL.md");
const decisions = allDomains().flatMap(ownerDecisions);

test("every page names who can act as the catalogue does", () => {
  const index = read("docs/reference/diagnostics/README.md");
  for (const [code, { severity, needs }] of catalogue) {
    assert.ok(pageOf(code).includes(`(\`${needs}\`)`), code);
    assert.ok(index.includes(`| [${code}](${code}.md) | ${severity} | ${needs} |`), code);
  }
});

test("whatever only the owner can decide asks for it, and neither names a value to write nor offers a fix", () => {
  const wrong = decisions.filter(({ message, fixes = [] }) => {
    const orders = readOrders(message).orders.map(({ order }) => order.kind);
    // Another name for what was given is no other owner.
    const isLed = orders.some((kind) => ["remove", "write", "convert", "suggestion", "make up"].includes(kind));
    return !orders.includes("ask") || isLed || fixes.length > 0;
  });
  figure("owner decisions", decisions.length, "printed");
  figure("owner decisions that do not ask, or lead elsewhere", wrong.length, 0);
  assert.deepEqual([...new Set(wrong.map(({ code, message }) => `${code}: ${message}`))].slice(0, 8), []);
});

test("a message, or the title of a fix, says to ask exactly where needs says so", () => {
  const verdicts = goldenVerdicts().filter(({ verdict }) => verdict.diagnostics.length > 0);
  const wrong = verdicts.flatMap(({ name, verdict }) =>
    [...verdict.diagnostics, ...(verdict.upcoming?.diagnostics ?? [])]
      .filter(({ needs }) => needs === "edit" || needs === "ask")
      .filter(({ needs, message, fixes = [] }) => {
        const orders = [message, ...fixes.map(({ title }) => title)].flatMap((text) => readOrders(text).orders);
        return orders.some(({ order }) => order.kind === "ask") !== (needs === "ask");
      })
      .map(({ message }) => `${name}: ${message}`),
  );
  const shares = verdicts.map(({ verdict: { diagnostics } }) => shareOf(diagnostics, ({ needs }) => needs === "ask"));
  const percent = Math.round((100 * shares.reduce((sum, share) => sum + share, 0)) / shares.length);
  figure("share of ask in golden verdicts", `${percent} %`, "expected under a third");
  assert.deepEqual(wrong, []);
});

test("the page of every code that can be about the owner says that only the owner decides then", () => {
  const codes = [...new Set(decisions.map(({ code }) => code))].toSorted();
  figure("codes that can be about the owner", codes.join(", "), "printed");
  assert.deepEqual(
    codes.filter((code) => !/unless only the owner may|\(`owner-decision`\)/.test(pageOf(code))),
    [],
  );
});

test("a message names the product team as the one to act exactly where the catalogue does", () => {
  const sends = /\bproduct team must\b|\b(?:report|tell)\b[^.]*\bproduct team\b/i;
  const sent = catalogue.filter(([, { messages, explanation }]) =>
    [...Object.values(messages), explanation].some((text) => sends.test(text)),
  );
  const expected = catalogue.filter(([, { needs, needsOf = {} }]) =>
    [needs, ...Object.values(needsOf)].includes("product-team"),
  );
  assert.deepEqual(
    sent.map(([code]) => code),
    expected.map(([code]) => code),
  );
});

test("no page shows an owner that could be copied", () => {
  const shown = catalogue.filter(([code]) => {
    const blocks = [...pageOf(code).matchAll(/```json\n([\s\S]*?)```/g)].map(([, block = ""]) => JSON.parse(block));
    return blocks.some(
      ({ owner }: { owner?: JsonObject }) => owner?.kind === "human" || /^[0-9a-f-]{36}$/.test(String(owner?.id)),
    );
  });
  assert.deepEqual(
    shown.map(([code]) => code),
    [],
  );
});

test("the skill says for every value of needs what its reader does", () => {
  const actions: { readonly [Value in Exclude<Needs, "edit">]: RegExp } = {
    ask: /\bdid not tell you, ask\b/,
    "owner-decision": /\bstop and ask\b/,
    "product-team": /\btell the person\b/i,
  };
  for (const [needs, action] of Object.entries(actions)) {
    const lines = skill.split("\n").filter((line) => line.includes(needs));
    assert.ok(lines.length > 0 && lines.some((line) => action.test(line)), needs);
  }
  assert.ok(/\bowner\b[^.]*: never invent\b/i.test(skill));
});

test("the skill says what an unknown value of needs means, and what to do when nobody can answer", () => {
  assert.ok(/\bany value\s+of `?needs`? that\b/.test(skill), "an unknown value of needs");
  assert.ok(/\bhand over the draft\b[^.]*\bopen questions\b/i.test(skill), "when nobody can answer");
});

function shareOf<Item>(items: readonly Item[], isCounted: (item: Item) => boolean): number {
  return items.filter(isCounted).length / items.length;
}

function ownerDecisions(domain: Domain): readonly Diagnostic[] {
  const { spec, registry, example } = domain;
  const { owner: _, ...rest } = example;
  const candidates = [
    ...ownerMistakes.map((owner) => (owner === undefined ? rest : { ...rest, owner })),
    ...ownerLookalikes(domain).flatMap(({ candidate, twin }) => [candidate, twin.candidate]),
  ];
  return candidates.flatMap((candidate) =>
    engine.validate({ spec, registry, candidate }).diagnostics.filter(({ needs }) => needs === "owner-decision"),
  );
}
