import { isIP, isIPv4 } from "node:net";
import ipaddr from "ipaddr.js";

/** What an address can belong to: a service on the Internet, a service in a private network, or no usable service. */
export type AddressClass = "public" | "private" | "forbidden";

/** Cloud metadata services at addresses that are not link-local. A virtual machine gets its secrets from them. */
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
 * addresses that embed another address. Text that is not exactly one address is forbidden too: parsers disagree about
 * which address 010.1.2.3 means.
 */
export function classifyAddress(text: string): AddressClass {
  const address = parseAddress(text);
  if (!address || isIpv4Compatible(address) || metadataServices.has(address.toString())) return "forbidden";
  const range = address.range();
  if (range === "unicast") return "public";
  return privateRanges.has(range) ? "private" : "forbidden";
}

/** Creates a test for whether an address is in one of these networks (CIDR). IPv4-mapped IPv6 counts as IPv4. */
export function createNetworkTest(networks: readonly string[]): (address: string) => boolean {
  const parsed = networks.map((network) => ipaddr.parseCIDR(network));
  if (parsed.length === 0) return () => false;
  return (text) => {
    const address = parseAddress(text);
    return (
      address !== undefined &&
      parsed.some(([first, bits]) => first.kind() === address.kind() && address.match([first, bits] as never))
    );
  };
}

/** Returns the address in its shortest form, IPv4-mapped IPv6 as IPv4; undefined if the text is not an address. */
export function normalizeAddress(text: string): string | undefined {
  // Node accepts an IPv4 address only in its shortest form.
  return isIPv4(text) ? text : parseAddress(text)?.toString();
}

/** Whether a URL leads to this machine, so that its traffic cannot be read or changed on a network. */
export function isThisMachine(url: string): boolean {
  const host = URL.parse(url)?.hostname ?? "";
  return host === "localhost" || host === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(host);
}

type Address = ReturnType<typeof ipaddr.process>;

function parseAddress(text: string): Address | undefined {
  return isIP(text) !== 0 && ipaddr.isValid(text) ? ipaddr.process(text) : undefined;
}

// An IPv4-compatible address, such as ::7f00:1 for 127.0.0.1, is deprecated, but ipaddr.js considers it public.
function isIpv4Compatible(address: Address): boolean {
  const embedsIpv4 =
    address.kind() === "ipv6" && address.toByteArray().every((byte, index) => index >= 12 || byte === 0);
  return embedsIpv4 && address.range() !== "loopback";
}
