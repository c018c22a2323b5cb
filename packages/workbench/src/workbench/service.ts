import type { BuildResult, DomainName, ProblemDocument } from "@assay/contract";
import { type ReadonlySignal, signal } from "@preact/signals";
import { object, string } from "../engine/shape.ts";
import { buildResult } from "../engine/verdict-shape.ts";
import { basePath } from "../page/page-config.ts";
import type { Fetch } from "../session/fetch-rules.ts";
import { platformTimers, type Timers } from "../session/timers.ts";

/** What asking the service needs. */
export interface ServiceParts {
  /** Of the service. The page asks the origin that it came from, at the path of this URL. */
  readonly publicUrl: string;
  readonly fetch: Fetch;
  /** Milliseconds since some moment. */
  readonly now: () => number;
  readonly timers?: Timers;
}

/** What the service answers, or why it gave no verdict. */
export type ServiceAnswer =
  | { readonly kind: "answered"; readonly result: BuildResult }
  | { readonly kind: "refused"; readonly reason: string };

/** The service behind the page, and the key to it, which nothing else ever sees. */
export interface Service {
  readonly hasKey: ReadonlySignal<boolean>;
  /** Whose key it is, as the identity service names them, once the service was asked. */
  readonly caller: ReadonlySignal<string | undefined>;
  /** Keeps a key until it was not used for `keyMinutes`; false if it cannot be one. */
  setKey(key: string): boolean;
  forget(): void;
  /** Sends a candidate, which has to be JSON, as it is written. */
  confirm(domain: DomainName, candidate: string): Promise<ServiceAnswer>;
}

/** The paths of the operations. `operations` of the contract has them too, and would bring every schema into the page. */
const paths = { build: "/api/build", domains: "/api/domains" };
export const maxKeyCharacters = 512;
/** How long a key is kept that is not used. */
export const keyMinutes = 15;
const idleMs = keyMinutes * 60_000;
const timeoutMs = 30_000;

/** Keeps the key in this closure: it reaches one header of two requests, and no storage, address, worker, log or text. */
export function createService({ publicUrl, fetch, now, timers = platformTimers }: ServiceParts): Service {
  const hasKey = signal(false);
  const caller = signal<string | undefined>(undefined);
  let key: string | undefined;
  let usedAt = 0;
  let cancel: (() => void) | undefined;

  function forget(): void {
    key = undefined;
    cancel?.();
    hasKey.value = false;
    caller.value = undefined;
  }

  function touch(): void {
    usedAt = now();
    cancel?.();
    cancel = timers.runAfter(idleMs, forget);
  }

  return {
    hasKey,
    caller,
    setKey(entered) {
      const trimmed = entered.trim();
      // What a header cannot carry would make `fetch` throw, in some browsers with the value in its message.
      if (!/^[\x21-\x7e]+$/.test(trimmed) || trimmed.length > maxKeyCharacters) return false;
      forget();
      key = trimmed;
      hasKey.value = true;
      touch();
      return true;
    },
    forget,
    async confirm({ targetProduct, domainId }, candidate) {
      // Timers stand still while a machine sleeps.
      if (now() - usedAt > idleMs) forget();
      if (key === undefined)
        return toRefused(`There is no key. Enter one: it is forgotten after ${keyMinutes} minutes without use.`);
      touch();
      const sentKey = key;
      const body = `${JSON.stringify({ targetProduct, domainId }).slice(0, -1)},"candidate":${candidate}}`;
      // An escape could hide it in the text.
      if ((body + JSON.stringify(JSON.parse(candidate))).includes(sentKey))
        return toRefused("The draft contains the key. Remove it. Nothing was sent.");
      const answer = await sendRequest(paths.build, sentKey, body);
      if (!answer) return toRefused("The service could not be reached. Try again. This check is optional.");
      // No answer repeats the key; should one do so, nobody sees it.
      if (answer.text.includes(sentKey))
        return toRefused(
          "The answer contained the key, so it is not shown. Replace the key at the identity service, and tell the operator.",
        );
      if (answer.status === 401 && key === sentKey) forget();
      if (answer.status === 200 && caller.value === undefined) await fetchCaller(sentKey);
      return readAnswer(answer);
    },
  };

  // Rules may require that the owner is the caller, who is a fact to the page as the registry is.
  async function fetchCaller(sentKey: string): Promise<void> {
    const list = parseJson((await sendRequest(paths.domains, sentKey))?.text ?? "");
    if (key === sentKey && hasCaller(list)) caller.value = list.caller.subject;
  }

  async function sendRequest(path: string, sentKey: string, body?: string): Promise<Answer | undefined> {
    try {
      const response = await fetch(`${basePath({ publicUrl })}${path}`, {
        method: body === undefined ? "GET" : "POST",
        headers: { "Content-Type": "application/json", Accept: "application/json", Authorization: `Bearer ${sentKey}` },
        ...(body !== undefined && { body }),
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

function readAnswer({ status, text }: Answer): ServiceAnswer {
  const answer = parseJson(text);
  if (status === 200 && buildResult(answer)) return { kind: "answered", result: answer as BuildResult };
  if (isProblem(answer)) return toRefused(`${answer.title}. ${answer.detail}`);
  return toRefused(`The service answered ${status}. Try again in a minute; if it happens again, tell the operator.`);
}

const problem = object({ title: string, detail: string });
const domainList = object({ caller: object({ subject: string }) });

function isProblem(answer: unknown): answer is Pick<ProblemDocument, "title" | "detail"> {
  return problem(answer);
}

function hasCaller(list: unknown): list is { readonly caller: { readonly subject: string } } {
  return domainList(list);
}

/** The value of a JSON text; undefined if it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toRefused(reason: string): ServiceAnswer {
  return { kind: "refused", reason };
}
