// A module worker that runs the engine. Its script comes with a policy of its own, which allows code generation.
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { type CaseInput, createCaseRunner } from "./run-case.ts";

/** What the worker tells the page: one JSON text per case, or why there is none. */
export type FromWorker =
  | { readonly kind: "answers"; readonly answers: readonly string[] }
  | { readonly kind: "failed"; readonly reason: string };

addEventListener("message", ({ data }: MessageEvent<readonly CaseInput[]>) => postMessage(answer(data)));

function answer(inputs: readonly CaseInput[]): FromWorker {
  try {
    const run = createCaseRunner((text) => bytesToHex(sha256(utf8ToBytes(text))));
    return { kind: "answers", answers: inputs.map(run) };
  } catch (error) {
    return { kind: "failed", reason: String(error) };
  }
}
