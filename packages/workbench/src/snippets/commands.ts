import type { Json, OperationId, ProposalPackage } from "@assay/contract";
import { unseen } from "./unseen.ts";

/** A POST of JSON that a shell can run. */
interface CurlRequest {
  readonly url: string;
  readonly headers?: { readonly [name: string]: string };
  readonly body: Json;
}

/**
 * Writes a request as a command for a POSIX shell. The key is never in it: the shell takes it from `$ASSAY_KEY`. The body
 * comes from `printf`, which is part of the shell, so that its size has no limit; it is one line, because interactive shells
 * expand `!` in lines that follow.
 */
function curlCommand({ url, headers = {}, body }: CurlRequest): string {
  const all = Object.entries({ "Content-Type": "application/json", ...headers });
  return [
    `printf %s ${quoteShell(printableJson(body))} |`,
    `  curl -sS --globoff --url ${quoteShell(url)} \\`,
    `    -H "Authorization: Bearer $ASSAY_KEY" \\`,
    ...all.map(([name, value]) => `    -H ${quoteShell(`${name}: ${value}`)} \\`),
    "    --data-binary @-",
  ].join("\n");
}

/** What it takes to ask the service for a verdict and a package. */
export interface BuildOptions {
  readonly publicUrl: string;
  readonly targetProduct: string;
  readonly domainId: string;
  /** The candidate as it was read. */
  readonly candidate: Json;
}

/** The path of the operation. `operations` of the contract has it too, and would bring every schema into the page. */
export const buildPath = "/api/build";

/** The command that asks the service to build a candidate. */
export function buildCommand({ publicUrl, targetProduct, domainId, candidate }: BuildOptions): string {
  return curlCommand({
    url: `${publicUrl}${buildPath}`,
    body: { targetProduct, domainId, candidate },
  });
}

/** What it takes to submit a package. */
interface SubmitOptions {
  readonly submissionUrl: string;
  readonly proposalPackage: ProposalPackage;
  readonly idempotencyKey: string;
}

/** The command that submits a package to its target product. */
export function submitCommand({ submissionUrl, proposalPackage, idempotencyKey }: SubmitOptions): string {
  return curlCommand({
    url: submissionUrl,
    // The key comes from the worker: a line break in it would begin another header.
    headers: /^[\x21-\x7e]{1,255}$/.test(idempotencyKey) ? { "Idempotency-Key": idempotencyKey } : {},
    body: { proposalPackage: proposalPackage as unknown as Json },
  });
}

/** A tool call over MCP, and the address of the server that answers it. */
interface McpCall {
  readonly address: string;
  /** The JSON-RPC message. */
  readonly message: string;
}

/** The tool call with which an agent builds a candidate. */
export function mcpCall({ publicUrl, targetProduct, domainId, candidate }: BuildOptions): McpCall {
  const name: OperationId = "buildProposal";
  const params = { name, arguments: { targetProduct, domainId, candidate } };
  return {
    address: `${publicUrl}/mcp`,
    message: printableJson({ jsonrpc: "2.0", id: 1, method: "tools/call", params }, 2),
  };
}

/**
 * Writes a value as JSON that can be copied: characters that a reader cannot see, or that a terminal acts on, are escapes.
 */
export function printableJson(value: Json, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(unseen, escaped);
}

function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}

/**
 * Quotes a string as one word of a POSIX shell. In single quotes nothing has a meaning except the single quote itself.
 *
 * @example
 * quoteShell("it's $HOME"); // 'it'\''s $HOME'
 */
export function quoteShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
