import { requestLimits } from "@assay/contract";
import type { FastifyRequest } from "fastify";
import { countHeaders } from "../net/raw-headers.ts";
import { Problem } from "../problem.ts";

const { urlLength: maxUrlLength, headers: maxHeaders } = requestLimits;

/** Refuses a request head that is too large, or that another HTTP implementation could read differently. */
export function checkHead({ raw }: FastifyRequest): Problem | undefined {
  const { httpVersion, url = "", headers, rawHeaders } = raw;
  if (url.length > maxUrlLength) {
    const detail = `The URL has more than ${maxUrlLength.toLocaleString("en-US")} characters. Check the URL.`;
    return new Problem("uri-too-long", detail);
  }
  if (countHeaders(rawHeaders) > maxHeaders) {
    return new Problem("headers-too-large", `The request has more than ${maxHeaders} headers. Send fewer headers.`);
  }
  if (httpVersion !== "1.1" && httpVersion !== "1.0")
    return refuseHead(`HTTP/${httpVersion} is not supported. Use HTTP/1.1.`);
  // RFC 9112, section 3.2: exactly one Host header; in HTTP/1.0 it may be missing.
  const hosts = countHeaders(rawHeaders, "host");
  if (hosts > 1 || (hosts === 0 && httpVersion === "1.1"))
    return refuseHead(
      hosts === 0
        ? "The Host header is missing. Send it once."
        : `The Host header appears ${hosts} times. Send it once.`,
    );
  if (countHeaders(rawHeaders, "content-type") > 1)
    return refuseHead("The Content-Type header appears more than once. Send it once.");
  if (!url.startsWith("/") || url.includes("#"))
    return refuseHead("The request target must be a path such as /api/validate.");
  const coding = headers["transfer-encoding"];
  if (coding !== undefined && (coding.toLowerCase() !== "chunked" || httpVersion === "1.0")) {
    return refuseHead("Transfer-Encoding must be chunked, over HTTP/1.1.");
  }
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== "100-continue") {
    return refuseHead("The Expect header may only be 100-continue. Remove the header.");
  }
  return undefined;
}

// Closes the connection, because a client that frames requests differently must not send another request on it.
function refuseHead(detail: string): Problem {
  return new Problem("bad-request", detail, { headers: { connection: "close" } });
}
