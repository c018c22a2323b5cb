import type { BuildResult, DomainName, ProblemDocument } from "@assay/contract";
import { type ReadonlySignal, signal } from "@preact/signals";
import { object, string } from "../engine/shape.ts";
import { buildResult } from "../engine/verdict-shape.ts";
import { basePath } from "../page/page-config.ts";
import type { Fetch } from "../session/fetch-rules.ts";
import { platformTimers, type Timers } from "../session/timers.ts";

/** The client's dependencies. */
export interface ServiceParts {
  /** The service's URL. The page sends its requests to its own origin, under this URL's path. */
  readonly publicUrl: string;
  readonly fetch: Fetch;
  /** Milliseconds since an arbitrary point in time. */
  readonly now: () => number;
  readonly timers?: Timers;
}

/** The service's answer, or why there is no verdict. */
export type ServiceAnswer =
  | { readonly kind: "answered"; readonly result: BuildResult }
  | { readonly kind: "refused"; readonly reason: string };

/** The client for the service. It holds the API key, which no other part of the page can read. */
export interface Service {
  readonly hasKey: ReadonlySignal<boolean>;
  /** The id of the key's owner at the identity service; known once the service has accepted the key. */
  readonly caller: ReadonlySignal<string | undefined>;
  /** Keeps a key until it has been unused for `keyMinutes`. Returns false if the text cannot be a key. */
  setKey(key: string): boolean;
  forget(): void;
  /** Sends a candidate, which must be JSON, without changing its text. */
  confirm(domain: DomainName, candidate: string): Promise<ServiceAnswer>;
}

/** The paths of the operations. Importing `operations` from the contract would add every schema to the page. */
const paths = { build: "/api/build", domains: "/api/domains" };
export const maxKeyCharacters = 512;
/** How long an unused key is kept. */
export const keyMinutes = 15;
const idleMs = keyMinutes * 60_000;
const timeoutMs = 30_000;

/** Creates the client. The key stays in this closure, and is sent only in the Authorization header of two requests. */
export function createService({ publicUrl, fetch, now, timers = platformTimers }: ServiceParts): Service {
  const hasKey = signal(false);
  const caller = signal<string | undefined>(undefined);
  let key: string | undefined;
  let usedAt = 0;
  let cancelTimer: (() => void) | undefined;

  function forget(): void {
    key = undefined;
    cancelTimer?.();
    hasKey.value = false;
    caller.value = undefined;
  }

  function restartTimer(): void {
    usedAt = now();
    cancelTimer?.();
    cancelTimer = timers.runAfter(idleMs, forget);
  }

  return {
    hasKey,
    caller,
    setKey(entered) {
      const trimmed = entered.trim();
      // An invalid character would make `fetch` throw, in some browsers with the key in the message.
      if (!/^[\x21-\x7e]+$/.test(trimmed) || trimmed.length > maxKeyCharacters) return false;
      forget();
      key = trimmed;
      hasKey.value = true;
      restartTimer();
      return true;
    },
    forget,
    async confirm({ targetProduct, domainId }, candidate) {
      // Timers do not run while the machine sleeps.
      if (now() - usedAt > idleMs) forget();
      if (key === undefined)
        return toRefused(`There is no key. Enter one: it is forgotten after ${keyMinutes} minutes without use.`);
      restartTimer();
      const sentKey = key;
      const body = `${JSON.stringify({ targetProduct, domainId }).slice(0, -1)},"candidate":${candidate}}`;
      // An escape sequence could hide the key in the text, so the parsed candidate is searched too.
      if ((body + JSON.stringify(JSON.parse(candidate))).includes(sentKey))
        return toRefused("The draft contains the key. Remove it. Nothing was sent.");
      const answer = await sendRequest(paths.build, sentKey, body);
      if (!answer) return toRefused("The service could not be reached. Try again. This check is optional.");
      // The service never repeats the key. If an answer contains it anyway, it is not shown.
      if (answer.text.includes(sentKey))
        return toRefused(
          "The answer contained the key, so it is not shown. Replace the key at the identity service, and tell the operator.",
        );
      if (answer.status === 401 && key === sentKey) forget();
      if (answer.status === 200 && caller.value === undefined) await fetchCaller(sentKey);
      return readAnswer(answer);
    },
  };

  // Rules can require that the owner is the caller, so checks in the page need to know the caller.
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
      // The browser's error is not shown, because it might repeat what was sent.
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

/** Parses a string. Returns undefined if it is not JSON. */
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
