import type { FastifyRequest } from "fastify";
import { Problem } from "../problem.ts";
import { headerCount } from "../shared/raw-headers.ts";

/** Refuses a head that another HTTP implementation may read differently, whatever the path. */
export function checkHead({ raw }: FastifyRequest): void {
  const { httpVersion, url = "", headers, rawHeaders } = raw;
  if (httpVersion !== "1.1" && httpVersion !== "1.0") throw refused("HTTP/1.1 is spoken here.");
  // RFC 9112, section 3.2: exactly one Host header; before HTTP/1.1 it may be missing.
  const hosts = headerCount(rawHeaders, "host");
  if (hosts > 1 || (hosts === 0 && httpVersion === "1.1")) throw refused(`The header host stands ${hosts} times.`);
  if (headerCount(rawHeaders, "content-type") > 1) throw refused("The header content-type stands more than once.");
  if (!url.startsWith("/") || url.includes("#")) throw refused("The target of the request is not a path.");
  const coding = headers["transfer-encoding"];
  if (coding !== undefined && (coding.toLowerCase() !== "chunked" || httpVersion === "1.0")) {
    throw refused("The only transfer coding is chunked, in HTTP/1.1.");
  }
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== "100-continue") {
    throw refused("The only expectation that can be met is 100-continue.");
  }
}

// A client that frames requests differently must not send another one on the same connection.
function refused(detail: string): Problem {
  return new Problem("bad-request", detail, { headers: { connection: "close" } });
}
