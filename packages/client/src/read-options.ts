import type { Wait } from "./repeat.ts";

/** How a client is set up. */
export interface ClientOptions {
  /** The URL of the Assay service. */
  readonly service: string | URL;
  /** An API key of the identity service (`ai_...`). It is sent to the service and to `products`, and nowhere else. */
  readonly key?: string | undefined;
  /** The origins of the target products that may get proposals, and the key. Default: none. */
  readonly products?: readonly (string | URL)[] | undefined;
  /** Used instead of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** How long one request may take, in milliseconds. Default: 30,000. */
  readonly timeoutMs?: number | undefined;
  /** How often one call may be sent. Default: 5. With 1, nothing is repeated. */
  readonly maxAttempts?: number | undefined;
  /** How long a call may take in total, with its repetitions and the time between them, in milliseconds. Default: 120,000. */
  readonly maxTotalMs?: number | undefined;
  /** How many bytes an answer may have. Default: 4 MiB. */
  readonly maxAnswerBytes?: number | undefined;
  /** Called before each wait, for instance to show that the call goes on. */
  readonly onWait?: ((wait: Wait) => void) | undefined;
}

/** Options with their defaults, checked. */
export type Settings = ReturnType<typeof readOptions>;

/** Checks the options of a client; a mistake in them is a mistake in the calling program, so it is a `TypeError`. */
export function readOptions(options: ClientOptions) {
  return {
    service: readService(options.service),
    key: readKey(options.key),
    products: new Set((options.products ?? []).map(readOrigin)),
    // Looked up at each call: whoever replaces the global later, as tools for tests do, is not passed by.
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    timeoutMs: readNumber("timeoutMs", options.timeoutMs ?? 30_000),
    maxAttempts: readNumber("maxAttempts", options.maxAttempts ?? 5),
    maxTotalMs: readNumber("maxTotalMs", options.maxTotalMs ?? 120_000),
    maxAnswerBytes: readNumber("maxAnswerBytes", options.maxAnswerBytes ?? 4_194_304),
    onWait: options.onWait,
  };
}

/** An http or https URL, or undefined. `URL.parse` is too new for some runtimes. */
export function parseUrl(value: string | URL, base?: URL): URL | undefined {
  try {
    const url = new URL(value, base);
    return url.protocol === "https:" || url.protocol === "http:" ? url : undefined;
  } catch {
    return undefined;
  }
}

function readService(service: string | URL): URL {
  const url = readUrl(service);
  if (!url) throw new TypeError("`service` must be the URL of an Assay service, for example https://assay.example.");
  // Paths are resolved against it.
  if (!url.pathname.endsWith("/")) url.pathname += "/";
  return url;
}

function readOrigin(product: string | URL): string {
  const url = readUrl(product);
  if (!url) throw new TypeError("`products` must be origins, for example https://datamint.example.");
  if (url.pathname !== "/") throw new TypeError(`\`products\` must be origins. Write ${url.origin} without a path.`);
  return url.origin;
}

// A URL with credentials in it would be a second key, and is not repeated in a message.
function readUrl(value: string | URL): URL | undefined {
  const url = parseUrl(value);
  return url && url.username + url.password + url.search + url.hash === "" ? url : undefined;
}

// Checked here, because fetch repeats a header that it refuses in its message.
function readKey(key: string | undefined): string | undefined {
  if (key === undefined || /^[!-~]+$/.test(key)) return key;
  throw new TypeError("`key` must contain only visible ASCII characters. Is there a line break or a space around it?");
}

// Timers take no more than 31 bits.
function readNumber(name: string, value: number): number {
  if (Number.isInteger(value) && value >= 1 && value < 2 ** 31) return value;
  throw new TypeError(`\`${name}\` must be a whole number from 1 to 2147483647.`);
}
