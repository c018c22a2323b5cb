import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { maxLoad, measured, planRegion, planTables, withPlan } from "../scripts/scale-plan.ts";

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
const page = read("../docs/explanation/scale.md");
const guide = read("../docs/guides/run-in-production.md");

test("no part of a plan does more than 60 % of what it was measured to do, and one instance less would", () => {
  for (const rate of [1_000, 9_999, 10_000, 123_456]) {
    const { instances, masters, proxyThreads } = planRegion(rate);
    const { instance, store, proxy } = measured;
    assert.ok(rate / instances <= maxLoad * instance.callsPerSecond);
    assert.ok(instances === 2 || rate / (instances - 1) > maxLoad * instance.callsPerSecond);
    assert.ok((rate / masters) * store.microsecondsPerCall <= maxLoad * 1e6);
    assert.ok((rate / proxyThreads) * proxy.millisecondsPerCall <= maxLoad * 1_000);
  }
});

test("the page on scale, or the guide for operators, shows every table", () => {
  for (const [name, table] of Object.entries(planTables()))
    assert.ok(page.includes(table) || guide.includes(table), name);
});

test("a page that asks for a plan that does not exist is an error", () => {
  assert.throws(() => withPlan("<!-- plan: moon -->\n\n<!-- end of plan -->"), /no plan "moon"/);
});
