import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { classifyAddress, createNetworkTest, isThisMachine, normalizeAddress } from "../net/classify-address.ts";

/** Explains why the URL of another service is invalid, if it is. Never quotes the URL, which can contain a password. */
export function checkAddress(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) {
    return "is not an http(s) URL such as https://datamint.example/spec.json";
  }
  if (url.username !== "" || url.password !== "") {
    return "contains a user name or password, which cannot be sent and would be logged. Remove them";
  }
  if (text.includes("#")) return "has a fragment (#), which is never sent. Remove it";
  // Over plain HTTP, an attacker on the network could read keys, and change rules and answers.
  return url.protocol === "https:" || isThisMachine(text)
    ? undefined
    : `must begin with https://, because ${url.host} is not this machine`;
}

// The largest private networks are 10.0.0.0/8 and fc00::/7. Wider networks include strangers. Refusing only /0 would
// not be enough, because two /1 networks also cover the whole Internet.
const minBits = { ipv4: 8, ipv6: 7 };
const [mapped, mappedBits] = ipaddr.IPv6.parseCIDR("::ffff:0:0/96");

/** Explains why a list of trusted networks is invalid, if it is. */
export function checkNetworkList(networks: readonly string[]): string | undefined {
  const errors = networks.flatMap((network) => {
    const message = checkNetwork(network) ?? checkWidth(network);
    return message === undefined ? [] : [`has ${JSON.stringify(network)}, which ${message}`];
  });
  return errors.length === 0 ? undefined : errors.join("; it ");
}

/** Explains why a network is invalid, if it is. Ambiguous forms are invalid, because 10/8 could mean 0.0.0.10/8. */
export function checkNetwork(network: string): string | undefined {
  const [, address = ""] = /^([^/%]+)\/\d{1,3}$/.exec(network) ?? [];
  if (isIP(address) === 0 || !ipaddr.isValidCIDR(network)) {
    return "is not a network in CIDR notation, such as 10.0.0.0/8 or 2001:db8::/32";
  }
  const [base, bits] = ipaddr.parseCIDR(network);
  const hasMapped = base.kind() === "ipv6" && bits > 0 && base.match([mapped, Math.min(bits, mappedBits)] as never);
  return hasMapped
    ? "contains IPv4-mapped IPv6 addresses. Use the IPv4 network instead, such as 10.0.0.0/8"
    : undefined;
}

function checkWidth(network: string): string | undefined {
  const [base, bits] = ipaddr.parseCIDR(network);
  const min = minBits[base.kind()];
  return bits >= min
    ? undefined
    : `is too wide to belong to one operator. List the individual networks, each /${min} or narrower`;
}

const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
// The last label must begin with a letter: 10.0.0.256 and 127.1 are mistyped addresses.
const hostName = new RegExp(`^(?:${label}\\.)*(?=[a-z])${label}$`, "i");

/** Explains why an address to listen on is invalid, if it is. For an empty string, Node would listen everywhere. */
export function checkHost(text: string): string | undefined {
  return isIP(text) !== 0 || (text.length <= 253 && hostName.test(text))
    ? undefined
    : `must be an IP address or a host name without a port, such as 127.0.0.1, ::1 or localhost, not ${JSON.stringify(text)}`;
}

/** Explains why the literal address in a URL is blocked, if it is neither public nor in `networks`. */
export function checkFetchAddress(text: string, networks: readonly string[]): string | undefined {
  const host = URL.parse(text)?.hostname.replace(/^\[|\]$/g, "") ?? "";
  const address = normalizeAddress(host);
  if (address === undefined) return undefined;
  const kind = classifyAddress(address);
  if (kind === "public" || (kind === "private" && createNetworkTest(networks)(address))) return undefined;
  if (kind === "forbidden") return `has the address ${address}, which is always blocked`;
  const example = `"${address}/${isIP(address) === 4 ? 32 : 128}"`;
  return `has the address ${address}, which is not public. Add its network to networks, for example ${example}`;
}
