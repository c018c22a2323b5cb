import assert from "node:assert/strict";
import type { Registry } from "@assay/contract";
import { loadEngineParts } from "@assay/engine/load-parts";
import { sha256 } from "@assay/testing/sha256";
import { type CheckRunnerParts, createCheckRunner } from "../src/engine/check-runner.ts";
import type { CheckResult, FromWorker, ToWorker } from "../src/engine/messages.ts";

/** Creates a check runner, and a fake page that sends messages to it and waits for its answers. */
export function createFakePage(parts: Partial<CheckRunnerParts> = {}) {
  const received: FromWorker[] = [];
  let notify = () => {};
  const send = createCheckRunner({
    sha256,
    loadParts: (packages) => loadEngineParts(sha256, packages),
    yieldTask: () => new Promise(setImmediate),
    now: () => 0,
    fail: (error) => {
      throw error;
    },
    ...parts,
    post(message) {
      received.push(structuredClone(message));
      notify();
    },
  });
  let lastRulesId = 0;
  let lastCheckId = 1_000;

  async function waitForMessage(isExpected: (message: FromWorker) => boolean): Promise<FromWorker> {
    for (;;) {
      const message = received.find(isExpected);
      if (message) return message;
      await new Promise<void>((resolve) => {
        notify = resolve;
      });
    }
  }

  async function check(text: string): Promise<CheckResult> {
    lastCheckId += 1;
    const checkId = lastCheckId;
    send({ kind: "check", checkId, text });
    const answer = await waitForMessage((message) => message.kind === "checked" && message.checkId === checkId);
    received.length = 0;
    return answer.kind === "checked" ? answer.result : assert.fail();
  }

  return {
    received,
    send: (message: ToWorker) => send(structuredClone(message)),
    waitForMessage,
    check,
    async useRules(current: Uint8Array, next?: Uint8Array): Promise<void> {
      lastRulesId += 1;
      const rulesId = lastRulesId;
      send({ kind: "rules", rulesId, current, next });
      const ready = await waitForMessage((message) => "rulesId" in message && message.rulesId === rulesId);
      assert.equal(ready.kind, "rules-ready", JSON.stringify(ready));
      received.length = 0;
    },
    /** Checks a draft with a registry. */
    async checkWith(text: string, registry: Registry): Promise<CheckResult> {
      send({ kind: "registry", bytes: new TextEncoder().encode(JSON.stringify(registry)) });
      return check(text);
    },
  };
}
