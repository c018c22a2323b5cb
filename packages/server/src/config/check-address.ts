import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { classifyAddress, createNetworkTest, isThisMachine, normalizeAddress } from "../net/classify-address.ts";

/** Returns what is wrong with the URL of another service, if anything; never quotes it, it may contain a password. */
export function checkAddress(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) {
    return "is not an http(s) URL such as https://datamint.example/spec.json";
  }
  if (url.username !== "" || url.password !== "") {
    return "contains a user name or password, which cannot be sent and would be logged. Remove them";
  }
  if (text.includes("#")) return "has a fragment (#), which is never sent. Remove it";
  // Over plain http anybody on the way could read keys and change rules and answers.
  return url.protocol === "https:" || isThisMachine(text)
    ? undefined
    : `must begin with https://, because ${url.host} is not this machine`;
}

// The largest networks that belong to one operator are 10.0.0.0/8 and fc00::/7. A wider one includes strangers, and two
// halves of the Internet include everybody.
const minBits = { ipv4: 8, ipv6: 7 };
const [mapped, mappedBits] = ipaddr.IPv6.parseCIDR("::ffff:0:0/96");

/** Returns what is wrong with a list of trusted networks, if anything. */
export function checkNetworkList(networks: readonly string[]): string | undefined {
  const faults = networks.flatMap((network) => {
    const fault = checkNetwork(network) ?? checkWidth(network);
    return fault === undefined ? [] : [`has ${JSON.stringify(network)}, which ${fault}`];
  });
  return faults.length === 0 ? undefined : faults.join("; it ");
}

/** Returns why a string is not a network, if so. Only unambiguous forms are accepted: 10/8 is 0.0.0.10/8 to some. */
export function checkNetwork(network: string): string | undefined {
  const [, address = ""] = /^([^/%]+)\/\d{1,3}$/.exec(network) ?? [];
  if (isIP(address) === 0 || !ipaddr.isValidCIDR(network)) {
    return "is not a network in CIDR notation, such as 10.0.0.0/8 or 2001:db8::/32";
  }
  const [first, bits] = ipaddr.parseCIDR(network);
  const holdsMapped = first.kind() === "ipv6" && bits > 0 && first.match([mapped, Math.min(bits, mappedBits)] as never);
  return holdsMapped
    ? "contains IPv4-mapped IPv6 addresses. Use the IPv4 network instead, such as 10.0.0.0/8"
    : undefined;
}

function checkWidth(network: string): string | undefined {
  const [first, bits] = ipaddr.parseCIDR(network);
  const min = minBits[first.kind()];
  return bits >= min
    ? undefined
    : `is too wide to belong to one operator. List the individual networks, each /${min} or narrower`;
}

const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
// The last label must begin with a letter: 10.0.0.256 and 127.1 are mistyped addresses.
const hostName = new RegExp(`^(?:${label}\\.)*(?=[a-z])${label}$`, "i");

/** Returns what is wrong with an address to listen on, if anything. Node would take an empty one for every address. */
export function checkHost(text: string): string | undefined {
  return isIP(text) !== 0 || (text.length <= 253 && hostName.test(text))
    ? undefined
    : `must be an IP address or a host name without a port, such as 127.0.0.1, ::1 or localhost, not ${JSON.stringify(text)}`;
}

/** Returns why nothing can be fetched from a URL with a literal address, if it is neither public nor in `networks`. */
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
