import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { chooseEncoding } from "../../pages/choose-encoding.ts";
import { immutableCaching, isNotModified } from "../../pages/etag.ts";
import type { Page } from "../../pages/page.ts";
import type { Asset, WorkbenchFiles } from "../../pages/workbench/workbench-files.ts";
import { Problem } from "../../problem.ts";
import { varyBy } from "../send-problem.ts";
import { addDocumentRoute, type DocumentRouteOptions } from "./add-document-route.ts";

/** The workbench, built and ready to be served. */
export interface Workbench {
  readonly assets: WorkbenchFiles["assets"];
  /** Writes the page with the current state of the service. */
  writePage(): Page & { readonly etag: string };
}

/** Adds the workbench: the page at `/`, and its files. */
export function addWorkbenchRoutes(app: FastifyInstance, workbench: Workbench, options: DocumentRouteOptions): void {
  const { publicUrl } = options;
  addDocumentRoute(app, "/", options, (request, reply) =>
    send(request, reply.headers(workbenchHeaders), { ...workbench.writePage(), caching: "no-cache" }),
  );
  addDocumentRoute(app, "/assets/:name", options, (request, reply) => {
    const asset = workbench.assets.get(readPath(request));
    if (asset === undefined) {
      const detail = `No workbench file has this name. It may belong to another version: load ${publicUrl}/ again.`;
      return new Problem("not-found", detail);
    }
    return sendAsset(request, reply, asset);
  });
}

/**
 * The headers of the page. The editor needs no inline styles, because it uses constructed style sheets. With Trusted
 * Types, the page can start a script only through its `assay-worker` policy, which allows only the URL of its worker.
 */
const workbenchHeaders = {
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types assay-worker",
  ].join("; "),
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
} as const;

// A worker obeys the policy of its own response, which lets it load only scripts from this service.
const assetPolicies: { readonly [policy in Asset["policy"]]: string } = {
  worker: "default-src 'none'; script-src 'self'",
  "page-asset": "default-src 'none'",
};

function sendAsset(request: FastifyRequest, reply: FastifyReply, { contentType, policy, bodies }: Asset): FastifyReply {
  const encoding = chooseEncoding(request.headers["accept-encoding"]);
  const { bytes, etag } = bodies[encoding];
  varyBy(reply, "Accept-Encoding");
  reply.headers({
    "content-security-policy": assetPolicies[policy],
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
  });
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  return send(request, reply, { etag, contentType, body: bytes, caching: immutableCaching });
}

interface PageResponse {
  readonly etag: string;
  readonly contentType: string;
  readonly body: string | Buffer;
  readonly caching: string;
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, contentType, body, caching }: PageResponse,
): FastifyReply {
  reply.headers({ etag, "cache-control": caching });
  if (!isNotModified(etag, request.headers["if-none-match"])) return reply.type(contentType).send(body);
  // A 304 has no body, so it has no encoding either.
  return reply.removeHeader("content-encoding").code(304).send();
}

function readPath({ url }: FastifyRequest): string {
  const [path = ""] = url.split("?", 1);
  return path;
}
