import { hash } from "node:crypto";
import { type JsonObject, limits } from "@assay/contract";
import {
  type CompiledSpec,
  type CompileResult,
  createEngine,
  describeProposal,
  type EngineParts,
  type RegistryView,
  readJson,
  readRegistry,
  registryFromSnapshot,
} from "@assay/engine";
import { safeJson } from "../terminal/safe-json.ts";
import { type ErrorBody, ProtocolError } from "./protocol-error.ts";
import { type EngineRequest, idOf, type RequestId, readLine, readRequest } from "./read-request.ts";

/** The answer to one line. `id` is null if the line has none that can be repeated. */
export type EngineAnswer = { readonly id: RequestId | null } & (
  | { readonly result: object }
  | { readonly error: ErrorBody }
);

/** Bytes of one line: a registry of the largest size, and every other document, with room for escaped characters. */
export const maxLineBytes = 33_554_432;

/** Bytes of each document that the engine does not measure itself. A candidate may be written out longer in a package than its author wrote it. */
const maxBytes = {
  registry: limits.registry.bytes,
  candidate: limits.bodyBytes,
  proposalPackage: 3 * limits.bodyBytes,
} as const;

/**
 * Makes the function that answers lines. Every answer depends on its line alone; rules and registries of the last requests
 * are kept, so that a text that is sent again is not compiled again.
 */
export function createAnswerLine(
  parts: Pick<EngineParts, "cel" | "idn">,
  onFault: (reason: unknown) => void,
): (line: Uint8Array) => EngineAnswer {
  const engine = createEngine({ sha256: (text) => hash("sha256", text), ...parts });
  const compiled = new Recent<CompileResult>(8);
  const registries = new Recent<{ readonly view: RegistryView } | { readonly error: ProtocolError }>(2);

  const compile = (text: string) => compiled.get(text, () => engine.compileSpec(bytesOf(text)));
  const specOf = (text: string, member: "specPackage" | "next"): CompiledSpec => {
    const result = compile(text);
    if (result.kind === "ok") return result.spec;
    const message = `\`${member}\` is not a valid spec package. Its author has to fix every problem in \`problems\`.`;
    throw new ProtocolError({ code: "spec-package-broken", message, member, problems: result.problems });
  };
  const registryOf = (text: string, { document: { targetProduct } }: CompiledSpec): RegistryView => {
    checkSize(text, "registry");
    const found = registries.get(`${targetProduct} ${text}`, () => openRegistry(text, targetProduct));
    if ("error" in found) throw found.error;
    return found.view;
  };

  const run = (request: EngineRequest): object => {
    const { operation, specPackage, registry = "", candidate = "", proposalPackage = "", fixes, upcoming } = request;
    if (operation === "compile") {
      const result = compile(specPackage);
      const { kind, tests } = result;
      return kind === "ok" ? { kind, digest: result.spec.digest, tests } : { kind, problems: result.problems, tests };
    }
    const spec = specOf(specPackage, "specPackage");
    const view = registryOf(registry, spec);
    if (operation === "verify") {
      const verified = engine.verifyPackage(documentOf(proposalPackage, "proposalPackage"), spec, view);
      if (verified.kind !== "ok") return verified;
      return {
        ...verified,
        ownerReview: describeProposal(verified.proposalPackage, { spec, verdict: verified.verdict }),
      };
    }
    const next = request.next === undefined ? undefined : specOf(request.next, "next");
    if (next) checkSameDomain(spec, next);
    const input = { spec, next, registry: view, candidate: documentOf(candidate, "candidate"), fixes, upcoming };
    if (operation === "validate") return { verdict: engine.validate(input) };
    const { verdict, proposalPackage: built, idempotencyKey } = engine.build(input);
    if (!built) return { verdict };
    return { verdict, proposalPackage: built, idempotencyKey, ownerReview: describeProposal(built, { spec, verdict }) };
  };

  return (bytes) => {
    let id: RequestId | null = null;
    try {
      const line: JsonObject = readLine(bytes);
      id = idOf(line) ?? null;
      return { id, result: run(readRequest(line)) };
    } catch (reason) {
      if (reason instanceof ProtocolError) return { id, error: reason.body };
      onFault(reason);
      const message =
        "Internal error in the engine. It can still answer other requests. Please report what it wrote to standard error.";
      return { id, error: { code: "fault", message } };
    }
  };
}

/** The answer to a line of which nothing was kept. */
export function answerTooLong(): EngineAnswer {
  const message = `A line may have at most ${maxLineBytes} bytes. Send a smaller document.`;
  return { id: null, error: { code: "line-too-long", message } };
}

/** An answer as a line. Some readers of lines also end them at U+2028 and U+2029, which are escaped too. */
export function writeAnswer(answer: EngineAnswer): string {
  return `${safeJson(answer)}\n`;
}

function openRegistry(
  text: string,
  targetProduct: string,
): { readonly view: RegistryView } | { readonly error: ProtocolError } {
  const read = readRegistry(bytesOf(text), targetProduct);
  if (read.kind === "ok") return { view: registryFromSnapshot(read.document) };
  if (read.kind === "unreadable") {
    const { code, message, at } = read;
    return { error: new ProtocolError({ code, message, member: "registry", at }) };
  }
  const message = `\`registry\` is not the registry of ${targetProduct}: ${read.reason}.`;
  return { error: new ProtocolError({ code: "registry-broken", message, member: "registry" }) };
}

// A package has its candidate one level below.
function documentOf(text: string, member: "candidate" | "proposalPackage"): unknown {
  checkSize(text, member);
  const read = readJson(bytesOf(text), { maxDepth: limits.bodyDepth + (member === "candidate" ? 0 : 1) });
  if (read.kind === "ok") return read.value;
  throw new ProtocolError({ code: read.code, message: read.message, member, at: read.at });
}

function checkSize(text: string, member: keyof typeof maxBytes): void {
  const bytes = Buffer.byteLength(text);
  if (bytes <= maxBytes[member]) return;
  const message = `\`${member}\` has ${bytes} bytes; the maximum is ${maxBytes[member]}.`;
  throw new ProtocolError({ code: "document-too-large", message, member });
}

function checkSameDomain({ document: spec }: CompiledSpec, { document: next }: CompiledSpec): void {
  if (spec.targetProduct === next.targetProduct && spec.domainId === next.domainId) return;
  const message =
    "`next` is for a different domain than `specPackage`. Send the next version of the same spec package.";
  throw new ProtocolError({ code: "invalid-request", message, member: "next" });
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** The values that were used last, found by a text; the one that was not used for longest gives way. */
class Recent<Value> {
  readonly #values = new Map<string, Value>();
  readonly #size: number;

  constructor(size: number) {
    this.#size = size;
  }

  /** The value of a text, made if it is not there. */
  get(text: string, make: () => Value): Value {
    const value = this.#values.has(text) ? (this.#values.get(text) as Value) : make();
    this.#values.delete(text);
    this.#values.set(text, value);
    for (const oldest of this.#values.keys()) {
      if (this.#values.size <= this.#size) break;
      this.#values.delete(oldest);
    }
    return value;
  }
}
