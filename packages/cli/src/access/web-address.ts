import { Failure } from "../failure.ts";

/** The address of a service, and the setting that names it. */
export interface WebAddress {
  /** The URL, without a trailing slash. */
  readonly url: string;
  /** The name of the setting, for messages. */
  readonly setting: string;
}

/** Reads the URL of a service, which can have a path. `setting` names the service. */
export function readService(text: string, setting: string): WebAddress {
  const url = readUrl(text);
  if (!url) {
    throw new Failure(
      `${setting} must be the URL of an Assay service with its scheme, for example https://assay.example, not ${quoteAddress(text)}.`,
    );
  }
  refusePlainHttp(url, setting);
  return { url: url.href.replace(/\/+$/, ""), setting };
}

/** Reads the origin of a target product: a URL without a path. `setting` names the product. */
export function readOrigin(text: string, setting: string): string {
  const url = readUrl(text);
  if (url?.pathname !== "/") {
    const remedy = url ? `Write ${url.origin}` : "Write a scheme and a host, in the form https://host,";
    throw new Failure(`${setting} takes origins of target products. ${remedy} instead of ${quoteAddress(text)}.`);
  }
  refusePlainHttp(url, setting);
  return url.origin;
}

/** Refuses to use http except on this machine, because others could read keys and drafts in transit. */
export function refusePlainHttp(url: URL, setting: string, remedy = "Use an https address."): void {
  if (url.protocol === "https:" || isLoopback(url.hostname)) return;
  throw new Failure(
    `${setting} is ${quoteAddress(url.origin)}. Keys and drafts go over https only, so that they cannot be read in transit; http is for this machine (localhost). Nothing was sent. ${remedy}`,
  );
}

/** Whether a host in a URL is this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

// Refuses a URL with a user name and password, because the key must be the only credential.
function readUrl(text: string): URL | undefined {
  const url = URL.parse(text.trim());
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:")) return undefined;
  return url.username + url.password + url.search + url.hash === "" ? url : undefined;
}

// Never repeats a password in a message.
function quoteAddress(text: string): string {
  return JSON.stringify(text.includes("@") ? "(an address with a user name)" : text.slice(0, 200));
}
