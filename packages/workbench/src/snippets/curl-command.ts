import type { Json } from "@assay/contract";
import { printableJson } from "./printable-json.ts";
import { quoteShell } from "./quote-shell.ts";

/** A POST of JSON that a shell can run. */
export interface CurlRequest {
  readonly url: string;
  readonly headers?: { readonly [name: string]: string };
  readonly body: Json;
}

/**
 * Writes a request as a command for a POSIX shell. The key is never in it: the shell takes it from `$ASSAY_KEY`. The body
 * comes from `printf`, which is part of the shell, so that its size has no limit; it is one line, because interactive shells
 * expand `!` in lines that follow.
 */
export function curlCommand({ url, headers = {}, body }: CurlRequest): string {
  const all = Object.entries({ "Content-Type": "application/json", ...headers });
  return [
    `printf %s ${quoteShell(printableJson(body))} |`,
    `  curl -sS --globoff --url ${quoteShell(url)} \\`,
    `    -H "Authorization: Bearer $ASSAY_KEY" \\`,
    ...all.map(([name, value]) => `    -H ${quoteShell(`${name}: ${value}`)} \\`),
    "    --data-binary @-",
  ].join("\n");
}
