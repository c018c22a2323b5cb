import assert from "node:assert/strict";
import type { JsonObject } from "@assay/contract";
import type { Answer } from "../http/check-answer.ts";
import { type SentHeaders, sendRequest } from "../http/send-request.ts";

/** An answer with its parsed body, if that is JSON. */
export interface McpAnswer extends Answer {
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape.
  readonly json: any;
}

export interface PostOptions {
  readonly method?: string;
  readonly headers?: SentHeaders;
  readonly path?: string;
}

/** Sends a body to /mcp; an object is sent as JSON. */
export async function post(
  url: string,
  content: object | string | Uint8Array | undefined,
  { method = "POST", headers = {}, path = "/mcp" }: PostOptions = {},
): Promise<McpAnswer> {
  const isText = content === undefined || typeof content === "string" || content instanceof Uint8Array;
  const body = isText ? content : JSON.stringify(content);
  const type = body === undefined ? {} : { "content-type": "application/json" };
  const answer = await sendRequest(`${url}${path}`, { method, headers: { ...type, ...headers }, body });
  const isJson = answer.body !== "" && /json/.test(answer.headers["content-type"] ?? "");
  return { ...answer, json: isJson ? JSON.parse(answer.body) : undefined };
}

/** Creates a message for the protocol revisions that most clients use. */
export function message(method: string, params: JsonObject = {}, id: number | string = 1): JsonObject {
  return { jsonrpc: "2.0", id, method, params };
}

/** Creates a tool call for the same revisions. */
export function toolCall(name: string, args: JsonObject = {}, id: number | string = 1): JsonObject {
  return message("tools/call", { name, arguments: args }, id);
}

/** Creates a message for revision 2026-07-28, with the headers that it requires. */
export function modernMessage(method: string, params: JsonObject = {}) {
  const { name, uri } = params;
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "assay-e2e", version: "1.0.0" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const mcpName = typeof name === "string" ? name : typeof uri === "string" ? uri : undefined;
  return {
    message: message(method, { ...params, _meta }),
    headers: {
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": method,
      ...(mcpName !== undefined && { "mcp-name": mcpName }),
    },
  };
}

/** Reads the only text of a tool result, which has no other content. */
// biome-ignore lint/suspicious/noExplicitAny: tests read results of every shape.
export function readText({ content, isError: _, _meta, resultType, ...others }: any): string {
  assert.deepEqual([content.length, Object.keys(content[0]), others], [1, ["type", "text"], {}]);
  return content[0].text;
}

/** Reads the JSON of a tool result. */
// biome-ignore lint/suspicious/noExplicitAny: tests read results of every shape.
export function readResult(result: any): any {
  return JSON.parse(readText(result));
}

/** Checks that an answer is a refusal: a JSON-RPC error that contains the whole problem. */
export function assertRefused(answer: McpAnswer, status: number, code: string, rpc: number, id: unknown = null): void {
  const { json, headers } = answer;
  assert.deepEqual(
    [answer.status, json?.error?.data?.code, json?.error?.code, json?.id, json?.jsonrpc],
    [status, code, rpc, id, "2.0"],
    answer.body,
  );
  assert.equal(headers["content-type"], "application/json; charset=utf-8");
  assert.equal(json.error.data.status, status);
  assert.equal(json.error.data.requestId, headers["x-request-id"]);
  assert.equal(headers["retry-after"], json.error.data.retryAfterSeconds?.toString());
}
