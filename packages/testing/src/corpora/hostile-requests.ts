import { type Json, type JsonObject, limits } from "@assay/contract";
import { type Place, placesIn, write } from "../candidates/mutate-json.ts";
import { bytesOf, candidate, filled, honest, membersOf, times } from "./honest-bodies.ts";

/** A request as its client writes it. */
export interface HostileRequest {
  readonly name: string;
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers: { readonly [name: string]: string };
  readonly body?: Json;
  readonly hasKey: boolean;
}

type Headers = HostileRequest["headers"];

/** The largest valid envelope, or nearly. */
export function honestEnvelope(): JsonObject {
  return envelope(honest(limits.bodyBytes - 100));
}

function envelope(inner: Json): JsonObject {
  return { targetProduct: "datamint", domainId: "generator-option", candidate: inner };
}

const clientInfo = { name: "client", version: "1.0.0", title: "Client", websiteUrl: "https://client.example" };
const icons = [{ src: "https://client.example/icon.png", mimeType: "image/png", sizes: ["48x48"], theme: "light" }];
const capabilities = {
  roots: { listChanged: true },
  sampling: { tools: {}, context: {} },
  elicitation: { form: {}, url: {} },
  experimental: { any: {} },
};
const uri = "assay://domains/datamint/generator-option/spec-package";

const mcpParams: { readonly [method: string]: JsonObject } = {
  initialize: { protocolVersion: "2025-11-25", capabilities, clientInfo: { ...clientInfo, icons } },
  "notifications/initialized": { _meta: { any: 1 } },
  "notifications/cancelled": { requestId: 1, reason: "late" },
  "notifications/progress": { progressToken: 1, progress: 1, total: 2, message: "half" },
  "notifications/roots/list_changed": {},
  ping: {},
  "server/discover": {},
  "tools/list": { cursor: "next", _meta: { progressToken: "token" } },
  "tools/call": { name: "validateProposal", arguments: envelope(candidate()), _meta: { progressToken: 1 } },
  "resources/list": { cursor: "next" },
  "resources/templates/list": { cursor: "next" },
  "resources/read": { uri },
  "resources/subscribe": { uri },
  "resources/unsubscribe": { uri },
  "subscriptions/listen": { notifications: { toolsListChanged: true, resourceSubscriptions: [uri] } },
  "logging/setLevel": { level: "debug" },
  "sampling/createMessage": { messages: [{ role: "user", content: { type: "text", text: "Hello" } }], maxTokens: 1 },
  "elicitation/create": { message: "Who?", requestedSchema: { type: "object", properties: { a: { type: "string" } } } },
  "tasks/get": { taskId: "1" },
  "tasks/list": { cursor: "next" },
  "no/such/method": { any: [1, { thing: "here" }] },
};

/** Honest requests of every message of MCP, in both eras, and of every route. */
export function requestKinds(): readonly HostileRequest[] {
  const messages = Object.entries(mcpParams).flatMap(([method, params]) => {
    const modern = {
      ...params,
      _meta: {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { ...clientInfo, icons },
        "io.modelcontextprotocol/clientCapabilities": capabilities,
      },
    };
    const { name, uri: read } = params;
    const named = typeof name === "string" ? name : typeof read === "string" ? read : undefined;
    const head = { "mcp-protocol-version": "2026-07-28", "mcp-method": method, ...(named && { "mcp-name": named }) };
    return [
      mcp(method, params, { "mcp-protocol-version": "2025-11-25" }),
      mcp(`${method} of 2026-07-28`, modern, head, method),
    ];
  });
  const calls = ["/api/validate", "/api/build"].map((path) => post(path, path, envelope(candidate()), {}));
  const answers: Json[] = [
    { jsonrpc: "2.0", id: 1, result: { any: { thing: [1] } } },
    { jsonrpc: "2.0", id: 1, error: { code: -32600, message: "No.", data: { any: [1] } } },
    [{ jsonrpc: "2.0", id: 1, method: "ping" }],
  ];
  return [
    ...messages,
    ...answers.map((body, index) => post(`MCP answer ${index}`, "/mcp", body, {})),
    ...calls,
    ...calls.map((call) => ({ ...call, name: `${call.name} with a key`, hasKey: true })),
    ...messages
      .filter(({ name }) => name.startsWith("tools/call"))
      .map((call) => ({ ...call, name: `${call.name} with a key`, hasKey: true })),
    ...getPaths.map((path) => ({ name: `GET ${path}`, method: "GET" as const, path, headers: {}, hasKey: false })),
  ];
}

const getPaths = [
  "/api/domains",
  "/docs",
  "/openapi.json",
  "/llms.txt",
  "/diagnostics/field.missing",
  "/problems/rate-limited",
  `/no/such/${"page/".repeat(800)}`,
  `/api/domains?${"a=b&".repeat(1_500)}`,
];

function mcp(name: string, params: JsonObject, headers: Headers, method = name): HostileRequest {
  const id = method.startsWith("notifications/") ? {} : { id: 1 };
  return post(name, "/mcp", { jsonrpc: "2.0", ...id, method, params }, headers);
}

function post(name: string, path: string, body: Json, headers: Headers): HostileRequest {
  return { name, method: "POST", path, headers, body, hasKey: false };
}

/** What a place of a body is filled with, each as large as the body may be, or as a library counts. */
const fillings: { readonly [name: string]: (room: number) => Json } = {
  numbers: (room) => filled(room, (count) => times(count, () => 1)),
  "180 numbers": () => times(180, () => 1),
  texts: (room) => filled(room, (count) => times(count, (index) => `${index}`)),
  "180 texts": (room) => filled(room, (size) => times(180, () => "x".repeat(size))),
  objects: (room) => filled(room, (count) => times(count, () => ({}))),
  "180 objects": () => times(180, () => ({})),
  members: (room) => filled(room, (count) => membersOf(count, (index) => [`m${index}`, index])),
  "180 members": (room) => filled(room, (size) => membersOf(180, (index) => [`${index}${"x".repeat(size)}`, null])),
  "a long text": (room) => filled(room, (count) => "x".repeat(count)),
  escapes: (room) => filled(room, (count) => "\u0001".repeat(count)),
  quotes: (room) => filled(room, (count) => '"\\'.repeat(count)),
  depth: () => times(28, () => 0).reduce<Json>((inner) => [inner, { a: 1 }], 1),
  "a number": () => 1,
};

/** Every kind of request with every place of its body filled in every way; each is made when it is asked for. */
export function filledRequests(): readonly (() => HostileRequest)[] {
  return requestKinds().flatMap((kind) =>
    placesIn(kind.body ?? null).flatMap((_, index) =>
      Object.keys(fillings).map((name) => () => filledRequest(kind, index, name)),
    ),
  );
}

function filledRequest(kind: HostileRequest, index: number, filling: string): HostileRequest {
  const body = structuredClone(kind.body ?? null) as Json;
  const place = placesIn(body)[index] as Place;
  write(place, null);
  write(place, (fillings[filling] as (room: number) => Json)(limits.bodyBytes - bytesOf(body) - 16));
  return { ...kind, name: `${kind.name}: /${place.name} is ${filling}`, body };
}
