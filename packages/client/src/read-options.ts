import type { Wait } from "./retry.ts";

/** The options of a client. */
export interface ClientOptions {
  /** The URL of the Assay service. */
  readonly service: string | URL;
  /** An API key from the identity service (`ai_...`). It is sent only to the service and to `products`. */
  readonly key?: string | undefined;
  /** The origins of the target products to which proposals and the key can be sent. Default: none. */
  readonly products?: readonly (string | URL)[] | undefined;
  /** Used instead of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** The timeout of one request, in milliseconds. Default: 30,000. */
  readonly timeoutMs?: number | undefined;
  /** The maximum number of attempts per call. Default: 5. With 1, calls are not retried. */
  readonly maxAttempts?: number | undefined;
  /** The maximum duration of a call including retries and the waits before them, in milliseconds. Default: 120,000. */
  readonly maxTotalMs?: number | undefined;
  /** The maximum size of an answer in bytes. Default: 4 MiB. */
  readonly maxAnswerBytes?: number | undefined;
  /** Called before each wait, for example to show why the call takes longer. */
  readonly onWait?: ((wait: Wait) => void) | undefined;
}

/** The checked options, with their defaults. */
export type Settings = ReturnType<typeof readOptions>;

/** Checks the options of a client. An invalid option is a bug in the calling program, so it throws a `TypeError`. */
export function readOptions(options: ClientOptions) {
  return {
    service: readService(options.service),
    key: readKey(options.key),
    products: new Set((options.products ?? []).map(readOrigin)),
    // Look up the global for each request, because test tools can replace it after the client is created.
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    timeoutMs: readNumber("timeoutMs", options.timeoutMs ?? 30_000),
    maxAttempts: readNumber("maxAttempts", options.maxAttempts ?? 5),
    maxTotalMs: readNumber("maxTotalMs", options.maxTotalMs ?? 120_000),
    maxAnswerBytes: readNumber("maxAnswerBytes", options.maxAnswerBytes ?? 4_194_304),
    onWait: options.onWait,
  };
}

/** Parses an http or https URL; returns undefined for anything else. */
export function parseUrl(value: string | URL, base?: URL): URL | undefined {
  const url = URL.parse(value, base);
  return url?.protocol === "https:" || url?.protocol === "http:" ? url : undefined;
}

function readService(service: string | URL): URL {
  const url = readUrl(service);
  if (!url) throw new TypeError("`service` must be the URL of an Assay service, for example https://assay.example.");
  // Without a slash at the end, relative paths would replace the last segment.
  if (!url.pathname.endsWith("/")) url.pathname += "/";
  return url;
}

function readOrigin(product: string | URL): string {
  const url = readUrl(product);
  if (!url) throw new TypeError("`products` must be origins, for example https://datamint.example.");
  if (url.pathname !== "/") throw new TypeError(`\`products\` must be origins. Write ${url.origin} without a path.`);
  return url.origin;
}

// Refuses a URL with a password, because the key must be the only credential. Messages never quote a refused URL.
function readUrl(value: string | URL): URL | undefined {
  const url = parseUrl(value);
  return url && url.username + url.password + url.search + url.hash === "" ? url : undefined;
}

// The key is checked here, because `fetch` quotes an invalid header in its error message.
function readKey(key: string | undefined): string | undefined {
  if (key === undefined || /^[!-~]+$/.test(key)) return key;
  throw new TypeError("`key` must contain only visible ASCII characters. Is there a line break or a space around it?");
}

// Timers support at most 31 bits.
function readNumber(name: string, value: number): number {
  if (Number.isInteger(value) && value >= 1 && value < 2 ** 31) return value;
  throw new TypeError(`\`${name}\` must be a whole number from 1 to 2147483647.`);
}
