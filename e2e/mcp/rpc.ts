import assert from "node:assert/strict";
import { type IncomingMessage, request as open } from "node:http";
import { text } from "node:stream/consumers";
import type { JsonObject } from "@assay/contract";

/** What came back for one request. */
export interface Answered {
  readonly status: number;
  readonly headers: { readonly [name: string]: string | undefined };
  readonly body: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  readonly json: any;
}

export interface Posted {
  readonly method?: string;
  readonly headers?: { readonly [name: string]: string | readonly string[] };
  readonly path?: string;
}

/** Sends a body to /mcp as it is; an object is written as JSON. */
export function post(
  url: string,
  body: object | string | Uint8Array | undefined,
  sent: Posted = {},
): Promise<Answered> {
  const isText = body === undefined || typeof body === "string" || body instanceof Uint8Array;
  const bytes = isText ? body : JSON.stringify(body);
  const headers = bytes === undefined ? sent.headers : { "content-type": "application/json", ...sent.headers };
  return new Promise((resolve, reject) => {
    const request = open(`${url}${sent.path ?? "/mcp"}`, {
      agent: false,
      method: sent.method ?? "POST",
      headers: { ...headers } as { [name: string]: string | string[] },
    });
    request.on("response", (response: IncomingMessage) => {
      const { statusCode: status = 0, headers } = response;
      text(response).then((body) => {
        const isJson = body !== "" && /json/.test(headers["content-type"] ?? "");
        resolve({ status, headers: headers as Answered["headers"], body, json: isJson ? JSON.parse(body) : undefined });
      }, reject);
    });
    request.on("error", reject);
    request.end(bytes);
  });
}

/** A message of the revisions that most clients speak. */
export function message(method: string, params: JsonObject = {}, id: number | string = 1): JsonObject {
  return { jsonrpc: "2.0", id, method, params };
}

/** The same for a tool call. */
export function toolCall(name: string, args: JsonObject = {}, id: number | string = 1): JsonObject {
  return message("tools/call", { name, arguments: args }, id);
}

/** A message of revision 2026-07-28, with the headers that belong to it. */
export function modernMessage(method: string, params: JsonObject = {}) {
  const { name, uri } = params;
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "assay-e2e", version: "1.0.0" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const named = typeof name === "string" ? name : typeof uri === "string" ? uri : undefined;
  return {
    message: message(method, { ...params, _meta }),
    headers: {
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": method,
      ...(named !== undefined && { "mcp-name": named }),
    },
  };
}

/** Holds an answer against the shape of a refusal: an error of JSON-RPC with the whole problem inside. */
export function assertRefused(answer: Answered, status: number, code: string, rpc: number, id: unknown = null): void {
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
