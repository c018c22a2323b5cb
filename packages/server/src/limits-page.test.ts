import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { limits, requestLimits } from "@assay/contract";
import { maxInProgress } from "./api/create-api.ts";
import { exchangeTimeoutMs } from "./net/connections.ts";
import { idleTimeoutMs } from "./net/listen.ts";

const { calls, windowSeconds, seconds, domainsOverMcp } = requestLimits;

test("documents the limits that the service enforces", () => {
  checkSentences("docs/reference/limits.md", [
    `${calls} calls in any ${windowSeconds} seconds`,
    `| ${limits.bodyBytes.toLocaleString("en")} bytes, nested ${limits.bodyDepth} levels |`,
    `| ${limits.diagnostics} and ${limits.verdictBytes / 1024} KiB;`,
    `| places of one diagnostic | ${limits.pathsPerDiagnostic} |`,
    `| domains listed over MCP | ${domainsOverMcp}:`,
    `A request must arrive within ${seconds} seconds (408).`,
    `An idle connection is closed after ${idleTimeoutMs / 1_000} seconds.`,
    `Request and answer together may take ${exchangeTimeoutMs / 1_000} seconds.`,
    `An instance has at most ${maxInProgress} requests in progress`,
  ]);
  checkSentences("SECURITY.md", [
    `at most ${limits.steps.toLocaleString("en")} steps and ${limits.verdictBytes / 1024} KiB`,
  ]);
});

function checkSentences(page: string, sentences: readonly string[]): void {
  const text = readFileSync(join(import.meta.dirname, "../../..", page), "utf8");
  assert.deepEqual(
    sentences.filter((sentence) => !text.includes(sentence)),
    [],
  );
}
