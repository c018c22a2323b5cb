import assert from "node:assert/strict";
import { test } from "node:test";
import type { Diagnostic } from "@assay/contract";
import { allDomains, type Domain } from "@assay/testing/candidates/domains";
import { goldenVerdicts } from "@assay/testing/cases/golden-verdicts";
import { engine } from "@assay/testing/cases/run-case";
import { ownerLookalikes } from "@assay/testing/corpora/traps/owner-lookalikes";
import { figure } from "@assay/testing/figure";
import { ownerMistakes } from "@assay/testing/literal-agent/hurried-mistakes";
import { readOrders } from "@assay/testing/literal-agent/orders";

const decisions = allDomains().flatMap(ownerDecisions);

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
