import { json, startScriptedServer } from "./scripted-server.ts";

/** A span in OTLP's JSON encoding. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
}

/** A collector that receives traces over OTLP/HTTP and keeps them. */
export interface TraceSink extends AsyncDisposable {
  readonly url: string;
  /** The bodies of all requests so far. */
  bodies(): readonly string[];
  spans(): readonly Span[];
}

/** Starts a collector on a free port. */
export async function startTraceSink(): Promise<TraceSink> {
  const server = await startScriptedServer(json({}));
  const bodies = () => server.requests.map(({ body }) => body);
  return {
    url: server.origin,
    bodies,
    spans: () => bodies().flatMap(readSpans),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

function readSpans(body: string): readonly Span[] {
  const { resourceSpans } = JSON.parse(body) as {
    readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly Span[] }[] }[];
  };
  return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
}

/** Reads the attributes of a span as strings. */
export function readAttributes({ attributes }: Span): { readonly [key: string]: string } {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, String(Object.values(value)[0])]));
}
