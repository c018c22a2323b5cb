import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "@assay/contract";
import { printFigure } from "@assay/testing/print-figure";
import { bearer, startService } from "../auth/start-service-with-identity.ts";
import { createEnvelope } from "../http/create-envelope.ts";
import { message, modernMessage, post, toolCall } from "./rpc.ts";

test("no log contains a key that a caller sent in MCP arguments, names or headers", async () => {
  using output = watchOutput();
  await using service = await startService();
  const validHeaders = bearer(await service.createKey());
  const key = await service.createKey();
  const candidates = [key, `{"${key}":`, { [key]: key }, { generatorId: key }, { owner: { kind: key } }];
  const envelopes = [
    ...candidates.map((candidate) => createEnvelope({ candidate })),
    ...["targetProduct", "domainId", "options", key].map((name) => createEnvelope({ [name]: key })),
  ];
  const messages = [
    ...["validateProposal", "buildProposal"].flatMap((name) => envelopes.map((envelope) => toolCall(name, envelope))),
    toolCall("listDomains", { key }),
    toolCall("listDomains", { targetProduct: key, domainId: key }),
    toolCall(key),
    message("tools/call", { name: key, arguments: key, [key]: 1 }, key),
    message(key, { key }),
    message("resources/read", { uri: `assay://schemas/${key}` }),
    message("resources/read", { uri: key }),
    message("initialize", { protocolVersion: key, capabilities: {}, clientInfo: { name: key, version: key } }),
  ];
  const bodies = [key, `{"${key}"`, `{"${key}":1,"${key}":2}`];
  let requestCount = 0;
  for (const body of [...messages, ...bodies, `[{"method":"${key}"}]`]) {
    for (const headers of [validHeaders, bearer(key), { ...validHeaders, "mcp-session-id": key, "mcp-name": key }]) {
      await post(service.url, body, { headers });
      requestCount += 1;
    }
  }
  const answers = await Promise.all(
    [...messages.filter(({ method }) => method === "tools/call"), ...bodies].map(async (body) => {
      const { status, body: text, headers, json } = await post(service.url, body, { headers: bearer(key) });
      const isOutsideArguments = typeof body === "string" || JSON.stringify(dropArguments(body)).includes(key);
      assert.equal(status, isOutsideArguments ? 422 : 200, text);
      if (isOutsideArguments) assert.deepEqual([json.error.code, json.error.data.code], [-32602, "credential-in-body"]);
      else if (JSON.stringify(body).includes(key)) {
        assert.equal(json.result.isError, true);
        assert.equal(JSON.parse(json.result.content[0].text).code, "credential-in-body");
      } else assert.notEqual(json.result.isError, true);
      return `${text}${JSON.stringify(headers)}`;
    }),
  );
  const leakingAnswers = answers.filter((answer) => answer.includes(key));
  assert.deepEqual(leakingAnswers, [], "no answer repeats the caller's own key");
  const params = { name: "validateProposal", arguments: createEnvelope() };
  const { message: modernCall, headers } = modernMessage("tools/call", params);
  for (const name of ["mcp-protocol-version", "mcp-method", "mcp-name"]) {
    await post(service.url, modernCall, { headers: { ...validHeaders, ...headers, [name]: key } });
    requestCount += 1;
  }
  await post(service.url, toolCall("listDomains"), { headers: { "x-adt-proxy-key": key } });
  const metrics = await (await fetch(`${service.app.operatorUrl}/metrics`)).text();

  assert.ok(service.findLogLines("call").length > 50);
  const leaks = [...service.logLines, ...output.lines, metrics].filter((line) => line.includes(key));
  printFigure(`log lines with a key that was sent in ${requestCount + 1} requests to /mcp`, leaks.length, 0);
  assert.deepEqual(leaks, []);
});

function dropArguments(message: JsonObject): JsonObject {
  const { arguments: args, ...params } = message.params as JsonObject;
  return { ...message, params: { ...params, ...(typeof args === "string" && { arguments: args }) } };
}

// Records everything that is printed, because libraries do not use the service's log.
function watchOutput(): Disposable & { readonly lines: readonly string[] } {
  const lines: string[] = [];
  const streams = [process.stdout, process.stderr];
  const writes = streams.map((stream) => stream.write);
  for (const stream of streams) {
    const write = stream.write.bind(stream) as (part: string | Uint8Array, ...rest: unknown[]) => boolean;
    stream.write = ((part: string | Uint8Array, ...rest: unknown[]) => {
      lines.push(String(part));
      return write(part, ...rest);
    }) as typeof stream.write;
  }
  return {
    lines,
    [Symbol.dispose]() {
      for (const [index, stream] of streams.entries()) stream.write = writes[index] as typeof stream.write;
    },
  };
}
