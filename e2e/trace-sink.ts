import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A span as OTLP has it. */
export interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
}

/** A collector that takes traces by OTLP over HTTP and keeps them. */
export interface TraceSink extends AsyncDisposable {
  readonly url: string;
  /** Every request as it arrived. */
  readonly received: readonly string[];
  spans(): readonly SentSpan[];
}

/** Starts a collector on a free port of this machine. */
export async function startTraceSink(): Promise<TraceSink> {
  const received: string[] = [];
  const server = createServer(async (request, response) => {
    received.push(await text(request));
    response.setHeader("content-type", "application/json").end("{}");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    spans: () => received.flatMap(readSpans),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function readSpans(body: string): readonly SentSpan[] {
  const { resourceSpans } = JSON.parse(body) as {
    readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[] }[];
  };
  return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
}

/** The attributes of a span that are texts or numbers. */
export function readAttributes({ attributes }: SentSpan): { readonly [key: string]: string } {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, String(Object.values(value)[0])]));
}
