import { isIP, isIPv4 } from "node:net";
import ipaddr from "ipaddr.js";

/** What may be at an address: a service on the Internet, a service in a private network, or no service at all. */
export type AddressClass = "public" | "private" | "forbidden";

/** Where cloud providers answer a virtual machine about itself, secrets included, outside the link-local addresses. */
const metadataServices = new Set([
  "100.100.100.200",
  "168.63.129.16",
  "fd00:c1::a9fe:a9fe",
  "fd00:ec2::254",
  "fd20:ce::254",
]);
const privateRanges = new Set(["private", "uniqueLocal", "carrierGradeNat", "loopback"]);

/**
 * Classifies an IP address. Link-local, cloud-metadata, multicast and unspecified addresses are forbidden, and so are
 * forms that wrap another address. Text that is not exactly one address is forbidden too: 010.1.2.3 is one address to
 * some readers and another to others.
 */
export function classifyAddress(text: string): AddressClass {
  const address = parseAddress(text);
  if (!address || isCompatible(address) || metadataServices.has(address.toString())) return "forbidden";
  const range = address.range();
  if (range === "unicast") return "public";
  return privateRanges.has(range) ? "private" : "forbidden";
}

/** Creates the test whether an address is in one of these networks (CIDR). IPv4 written as IPv6 counts as IPv4. */
export function createNetworkTest(networks: readonly string[]): (address: string) => boolean {
  const parsed = networks.map((network) => ipaddr.parseCIDR(network));
  if (parsed.length === 0) return () => false;
  return memoize((text) => {
    const address = parseAddress(text);
    return (
      address !== undefined &&
      parsed.some(([first, bits]) => first.kind() === address.kind() && address.match([first, bits] as never))
    );
  });
}

const maxRemembered = 1_024;

// The same few proxies and clients are asked about again and again, and parsing takes longer than looking them up.
function memoize(isIn: (address: string) => boolean): (address: string) => boolean {
  const known = new Map<string, boolean>();
  return (address) => {
    const before = known.get(address);
    if (before !== undefined) return before;
    const answer = isIn(address);
    if (known.size >= maxRemembered) known.clear();
    // Only an address with a zone is longer, and that may have any length.
    if (address.length <= 45) known.set(address, answer);
    return answer;
  };
}

/** Returns the address in its shortest form, IPv4 written as IPv6 as IPv4; nothing for text that is no address. */
export function normalizeAddress(text: string): string | undefined {
  // Node accepts one form of an IPv4 address, the shortest.
  return isIPv4(text) ? text : parseAddress(text)?.toString();
}

/** Whether a URL leads to this machine, where nobody on the way can read or change what is sent. */
export function isThisMachine(url: string): boolean {
  const host = URL.parse(url)?.hostname ?? "";
  return host === "localhost" || host === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(host);
}

type Address = ReturnType<typeof ipaddr.process>;

function parseAddress(text: string): Address | undefined {
  return isIP(text) !== 0 && ipaddr.isValid(text) ? ipaddr.process(text) : undefined;
}

// ::7f00:1 (127.0.0.1) and the like: an IPv4 address in the deprecated IPv6 form, which ipaddr.js takes for a public address.
function isCompatible(address: Address): boolean {
  const isWrapped =
    address.kind() === "ipv6" && address.toByteArray().every((byte, index) => index >= 12 || byte === 0);
  return isWrapped && address.range() !== "loopback";
}
