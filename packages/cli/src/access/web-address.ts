import { Failure } from "../failure.ts";

/** The address of a service, and where it was named. */
export interface WebAddress {
  /** The URL, without a slash at its end. */
  readonly url: string;
  /** The setting that names it. */
  readonly from: string;
}

/** Reads the URL of a service, which may have a path. `from` is the setting that names it. */
export function readService(text: string, from: string): WebAddress {
  const url = readUrl(text);
  if (!url) {
    throw new Failure(
      `${from} must be the URL of an Assay service with its scheme, for example https://assay.example, not ${quoteAddress(text)}.`,
    );
  }
  refusePlainHttp(url, from);
  return { url: url.href.replace(/\/+$/, ""), from };
}

/** Reads the origin of a target product: a URL without a path. */
export function readOrigin(text: string, where: string): string {
  const url = readUrl(text);
  if (url?.pathname !== "/") {
    const write = url ? `Write ${url.origin}` : "Write a scheme and a host, in the form https://host,";
    throw new Failure(`${where} takes origins of target products. ${write} instead of ${quoteAddress(text)}.`);
  }
  refusePlainHttp(url, where);
  return url.origin;
}

/** Refuses what would go through a network where anybody can read it. */
export function refusePlainHttp(url: URL, where: string, remedy = "Use an https address."): void {
  if (url.protocol === "https:" || isLoopback(url.hostname)) return;
  throw new Failure(
    `${where} is ${quoteAddress(url.origin)}. Keys and drafts go over https only, so that they cannot be read in transit; http is for this machine (localhost). Nothing was sent. ${remedy}`,
  );
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

// A user name and password in a URL would be a second key, and are not repeated in a message.
function readUrl(text: string): URL | undefined {
  const url = URL.parse(text.trim());
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:")) return undefined;
  return url.username + url.password + url.search + url.hash === "" ? url : undefined;
}

function quoteAddress(text: string): string {
  return JSON.stringify(text.includes("@") ? "(an address with a user name)" : text.slice(0, 200));
}
