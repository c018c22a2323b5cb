import type { BuildResult, DomainName, ProblemDocument } from "@assay/contract";
import { type ReadonlySignal, signal } from "@preact/signals";
import { object, type Shape, string } from "../engine/shape.ts";
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

/** The service's answer, or why there is none. */
export type ServiceAnswer<Result = BuildResult> =
  | { readonly kind: "answered"; readonly result: Result }
  | { readonly kind: "refused"; readonly reason: string };

/** The client for the service. It holds the API key, which no other part of the page can read. */
export interface Service {
  /** The id of the key's owner at the identity service; undefined while no key is in use. */
  readonly caller: ReadonlySignal<string | undefined>;
  /** Uses a key, if the service accepts it, until it has been unused for `keyMinutes`. */
  setKey(key: string): Promise<ServiceAnswer<unknown>>;
  forget(): void;
  /** Sends a candidate, which must be JSON, without changing its text. */
  confirm(domain: DomainName, candidate: string): Promise<ServiceAnswer>;
}

/** The paths of the operations. Importing `operations` from the contract would add every schema to the page. */
const paths = { build: "/api/build", domains: "/api/domains" };
const maxKeyCharacters = 512;
/** How long an unused key is kept. */
export const keyMinutes = 15;
const idleMs = keyMinutes * 60_000;
const timeoutMs = 30_000;

/** Creates the client. The key stays in this closure, and is sent only in the Authorization header of two requests. */
export function createService({ publicUrl, fetch, now, timers = platformTimers }: ServiceParts): Service {
  const caller = signal<string | undefined>(undefined);
  let key: string | undefined;
  let usedAt = 0;
  let cancelTimer: (() => void) | undefined;

  function forget(): void {
    key = undefined;
    cancelTimer?.();
    caller.value = undefined;
  }

  function restartTimer(): void {
    usedAt = now();
    cancelTimer?.();
    cancelTimer = timers.runAfter(idleMs, forget);
  }

  return {
    caller,
    async setKey(entered) {
      const trimmed = entered.trim();
      // An invalid character would make `fetch` throw, in some browsers with the key in the message.
      if (!/^[\x21-\x7e]+$/.test(trimmed) || trimmed.length > maxKeyCharacters)
        return toRefused(
          `This is not a key: a key has at most ${maxKeyCharacters} characters, all of them ASCII, and no spaces. Copy it again.`,
        );
      forget();
      key = trimmed;
      restartTimer();
      const answer = await ask<CallerList>(paths.domains, trimmed, callerList);
      const subject = answer.kind === "answered" ? answer.result.caller?.subject : undefined;
      // The user may have entered another key meanwhile.
      if (key === trimmed) {
        if (subject === undefined) forget();
        else caller.value = subject;
      }
      if (answer.kind === "refused" || subject !== undefined) return answer;
      // The service answers calls that need no key even while it cannot check keys.
      return toRefused("Cannot check the key: the identity service is temporarily unavailable. Try again in a minute.");
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
      return await ask<BuildResult>(paths.build, sentKey, buildResult, body);
    },
  };

  /** Sends a request with a key, and checks the shape of the result. */
  async function ask<Result>(path: string, sentKey: string, isResult: Shape, body?: string) {
    const answer = await sendRequest(path, sentKey, body);
    if (!answer) return toRefused("The service could not be reached. Try again. This check is optional.");
    const { status, text } = answer;
    // The service never repeats the key. If an answer contains it anyway, it is not shown.
    if (text.includes(sentKey))
      return toRefused(
        "The answer contained the key, so it is not shown. Replace the key at the identity service, and tell the operator.",
      );
    if (status === 401 && key === sentKey) forget();
    const value = parseJson(text);
    if (status === 200 && isResult(value)) return { kind: "answered", result: value as Result } as const;
    return toRefused(
      isProblem(value)
        ? `${value.title}. ${value.detail}`
        : `The service answered ${status}. Try again in a minute; if it happens again, tell the operator.`,
    );
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

/** The part of the list of domains that the page reads. */
interface CallerList {
  readonly caller?: { readonly subject: string };
}

const problem = object({ title: string, detail: string });
const callerList = object({}, { caller: object({ subject: string }) });

function isProblem(answer: unknown): answer is Pick<ProblemDocument, "title" | "detail"> {
  return problem(answer);
}

/** Parses a string. Returns undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toRefused(reason: string) {
  return { kind: "refused", reason } as const;
}
