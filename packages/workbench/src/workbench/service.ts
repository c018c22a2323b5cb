import {
  type BuildResult,
  type Envelope,
  isJsonObject,
  type Json,
  limits,
  type ProblemDocument,
} from "@assay/contract";
import type { BuildOutcome } from "@assay/engine";
import { type ReadonlySignal, signal } from "@preact/signals";
import { boolean, number, object, string } from "../engine/shape.ts";
import { buildResult } from "../engine/verdict-shape.ts";
import type { Fetch } from "../session/facts.ts";
import { platformTimers, type Timers } from "../session/timers.ts";

/** What asking the service needs. */
export interface ServiceParts {
  /** Of the service, without a slash at its end. The page asks the origin that it came from, at the path of this URL. */
  readonly publicUrl: string;
  readonly fetch: Fetch;
  /** Milliseconds since some moment. */
  readonly now: () => number;
  readonly timers?: Timers;
}

/** The verdict of the page, and what it is based on. */
export interface PageVerdict {
  readonly built: BuildOutcome;
  /** The digest of the rules, from the facts about the domain. */
  readonly rulesDigest?: string | undefined;
  /** The revision of the registry; absent if no id was looked up. */
  readonly revision?: string | undefined;
}

/** Something that page and service do not have in common. */
export interface Difference {
  readonly what: "rules" | "registry" | "package" | "verdict";
  /** The digest or revision in the page; for a verdict, its summary. */
  readonly page?: string;
  readonly service?: string;
}

/** What the service says of the verdict of the page. */
export type Confirmation =
  /** The same verdict and the same package. `moved` names what is newer at the service all the same. */
  | { readonly kind: "agrees"; readonly moved: readonly Difference[] }
  | { readonly kind: "differs"; readonly what: readonly Difference[] }
  /** The verdict of the service alone: the page has none. */
  | { readonly kind: "alone"; readonly valid: boolean; readonly summary: string }
  | Refused;

/** There is no verdict of the service. */
interface Refused {
  readonly kind: "refused";
  readonly problem: Pick<ProblemDocument, "title" | "detail"> & Partial<ProblemDocument>;
}

/** What the service answers. */
export type ServiceAnswer = { readonly kind: "answered"; readonly result: BuildResult } | Refused;

/** The service behind the page, and the key to it, which nothing else ever sees. */
export interface Service {
  readonly hasKey: ReadonlySignal<boolean>;
  /** Keeps a key until it was not used for `keyMinutes`; false if it cannot be one. */
  setKey(key: string): boolean;
  forget(): void;
  /** Sends a candidate to the service; `text` is how it is written, if only the service can judge that. */
  confirm(envelope: Envelope, text?: string): Promise<ServiceAnswer>;
}

/** The path of the operation. `operations` of the contract has it too, and would bring every schema into the page. */
const buildPath = "/api/build";
export const maxKeyCharacters = 512;
/** How long a key is kept that is not used. */
export const keyMinutes = 15;
const idleMs = keyMinutes * 60_000;
const timeoutMs = 30_000;

/** Keeps the key in this closure: it reaches the header of one request, and no storage, address, worker, log or text. */
export function createService({ publicUrl, fetch, now, timers = platformTimers }: ServiceParts): Service {
  // Never `//`: what follows would be another host.
  const path = `/${[...new URL(publicUrl).pathname.split("/"), ...buildPath.split("/")].filter(Boolean).join("/")}`;
  const hasKey = signal(false);
  let key: string | undefined;
  let usedAt = 0;
  let cancel: (() => void) | undefined;

  function forget(): void {
    key = undefined;
    cancel?.();
    hasKey.value = false;
  }

  function touch(): void {
    usedAt = now();
    cancel?.();
    cancel = timers.after(idleMs, forget);
  }

  return {
    hasKey,
    setKey(entered) {
      const trimmed = entered.trim();
      // What a header cannot carry would make `fetch` throw, in some browsers with the value in its message.
      if (!/^[\x21-\x7e]+$/.test(trimmed) || trimmed.length > maxKeyCharacters) return false;
      key = trimmed;
      hasKey.value = true;
      touch();
      return true;
    },
    forget,
    async confirm({ candidate, ...envelope }, text) {
      // Timers stand still while a machine sleeps.
      if (now() - usedAt > idleMs) forget();
      if (key === undefined)
        return refused("There is no key", `Enter a key. It is forgotten after ${keyMinutes} minutes without use.`);
      touch();
      const sentKey = key;
      const compact = JSON.stringify(candidate);
      const around = JSON.stringify({ ...envelope, options: { fixes: true, upcoming: true } });
      const body = `${around.slice(0, -1)},"candidate":${text ?? compact}}`;
      if ((body + compact).includes(sentKey)) {
        return refused("The draft contains the key", "Remove the key from the draft. Nothing was sent.");
      }
      const answer = await post(body, sentKey);
      if (!answer) return refused("The service could not be reached", "Try again. This check is optional.");
      // No answer repeats the key; should one do so, nobody sees it.
      if (answer.text.includes(sentKey))
        return refused(
          "The answer was withheld",
          "It contained the key. Replace the key at the identity service, and tell the operator.",
        );
      return read(answer);
    },
  };

  async function post(body: string, sentKey: string): Promise<Answer | undefined> {
    try {
      const response = await fetch(path, {
        method: "POST",
        headers: { "Content-Type": "application/json", Accept: "application/json", Authorization: `Bearer ${sentKey}` },
        body,
        credentials: "omit",
        cache: "no-store",
        referrerPolicy: "no-referrer",
        redirect: "error",
        signal: AbortSignal.timeout(timeoutMs),
      });
      return { status: response.status, text: await response.text() };
    } catch {
      // The reason of the browser is not shown: it might repeat what was sent.
      return undefined;
    }
  }
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

function read({ status, text }: Answer): ServiceAnswer {
  const answer = parsed(text);
  if (status === 200 && buildResult(answer)) return { kind: "answered", result: answer as BuildResult };
  if (problem(answer)) return { kind: "refused", problem: answer as ProblemDocument };
  return refused(
    "The service gave no verdict",
    `It answered ${status}. Try again in a minute; if it happens again, tell the operator.`,
  );
}

const problem = object(
  { title: string, detail: string, status: number, code: string, retryable: boolean },
  { retryAfterSeconds: number },
);

/** Compares an answer with the verdict of the page, if the page has one. */
export function compare(answer: ServiceAnswer, page?: PageVerdict): Confirmation {
  if (answer.kind === "refused") return answer;
  const { result } = answer;
  if (!page) return { kind: "alone", valid: result.valid, summary: result.summary };
  const { built, rulesDigest, revision } = page;
  const { specPackage, registry } = result.evidence;
  const difference = (
    what: Difference["what"],
    page: string | undefined,
    service: string | undefined,
  ): Difference[] => {
    if (page === service) return [];
    return [{ what, ...(page !== undefined && { page }), ...(service !== undefined && { service }) }];
  };
  const moved = [
    ...(rulesDigest === undefined ? [] : difference("rules", rulesDigest, specPackage.digest)),
    ...difference("registry", revision, registry.revision),
  ];
  const packages = difference("package", built.proposalPackage?.digest, result.proposalPackage?.digest);
  const verdicts: Difference[] =
    comparable(ofPage(built)) === comparable(ofService(result))
      ? []
      : [{ what: "verdict", page: built.verdict.summary, service: result.summary }];
  if (packages.length + verdicts.length === 0) return { kind: "agrees", moved };
  return { kind: "differs", what: [...moved, ...packages, ...verdicts] };
}

function ofPage({ verdict, proposalPackage }: BuildOutcome): object {
  return { ...verdict, ...(proposalPackage && { proposalPackage }) };
}

// Without what the engine does not say: links, evidence, how to submit, and the text that follows from the package.
function ofService({ evidence, submission, ownerReview, ...result }: BuildResult): object {
  const unlinked = (diagnostics: BuildResult["diagnostics"]) =>
    diagnostics.map(({ docs, ...diagnostic }) => diagnostic);
  const { diagnostics, upcoming } = result;
  return {
    ...result,
    diagnostics: unlinked(diagnostics),
    ...(upcoming && { upcoming: { ...upcoming, diagnostics: unlinked(upcoming.diagnostics) } }),
    registry: { generatorId: evidence.registry.generatorId },
  };
}

/** The same text for the same value, whatever the order of its members. */
function comparable(value: object): string {
  return JSON.stringify(value, (_, member: Json) =>
    isJsonObject(member) ? Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)) : member,
  );
}

/** Whether the service would refuse this draft for its size: requests carry it without whitespace. */
export function isTooLarge(text: string): boolean {
  const { length } = new TextEncoder().encode(JSON.stringify(JSON.parse(text)));
  return length > limits.bodyBytes - envelopeBytes;
}

/** The most that a request adds to a candidate. */
const envelopeBytes = 256;

/** The value of a JSON text; undefined if it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refused(title: string, detail: string): Refused {
  return { kind: "refused", problem: { title, detail } };
}
