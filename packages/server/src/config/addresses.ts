import { BlockList, isIP, isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";

// The largest networks that belong to one operator are 10.0.0.0/8 and fc00::/7. A wider one is a part of everybody, and
// two halves are everybody.
const fewestBits = { ipv4: 8, ipv6: 7 };
const [mapped, mappedBits] = ipaddr.IPv6.parseCIDR("::ffff:0:0/96");

/** What is wrong with a list of networks whose members are believed, if anything is. */
export function networksFault(networks: readonly string[]): string | undefined {
  const faults = networks.flatMap((network) => {
    const fault = networkFault(network) ?? widthFault(network);
    return fault === undefined ? [] : [`has ${JSON.stringify(network)}, which ${fault}`];
  });
  return faults.length === 0 ? undefined : faults.join("; it ");
}

/** Why a text is no network, if it is none. Only forms that mean the same to everybody are taken: 10/8 is 0.0.0.10/8 to some. */
export function networkFault(network: string): string | undefined {
  const [, address = ""] = /^([^/%]+)\/\d{1,3}$/.exec(network) ?? [];
  if (isIP(address) === 0 || !ipaddr.isValidCIDR(network)) {
    return "is not a network: write its whole address and its length, such as 10.0.0.0/8 or 2001:db8::/32";
  }
  const [first, bits] = ipaddr.parseCIDR(network);
  const holdsMapped = first.kind() === "ipv6" && bits > 0 && first.match([mapped, Math.min(bits, mappedBits)] as never);
  return holdsMapped
    ? "holds IPv4 addresses in the form of IPv6: write the IPv4 network, such as 10.0.0.0/8"
    : undefined;
}

function widthFault(network: string): string | undefined {
  const [first, bits] = ipaddr.parseCIDR(network);
  const fewest = fewestBits[first.kind()];
  return bits >= fewest
    ? undefined
    : `is wider than any network of one operator, so it holds strangers: list the networks that are meant, each /${fewest} or narrower`;
}

/** Makes the test whether an address is in one of some networks (CIDR); IPv4 in the form of IPv6 is IPv4. */
export function networkTest(networks: readonly string[]): (address: string) => boolean {
  if (networks.length === 0) return () => false;
  const listed = new BlockList();
  const family = (address: string) => (isIPv6(address) ? "ipv6" : "ipv4");
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    listed.addSubnet(address, Number(bits), family(address));
  }
  return (address) => listed.check(address, family(address));
}

const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
// The last label begins with a letter: 10.0.0.256 and 127.1 are addresses with a slip in them.
const hostName = new RegExp(`^(?:${label}\\.)*(?=[a-z])${label}$`, "i");

/** What is wrong with an address to listen on, if anything is. Node takes an empty one for every address there is. */
export function hostFault(text: string): string | undefined {
  return isIP(text) !== 0 || (text.length <= 253 && hostName.test(text))
    ? undefined
    : `is ${JSON.stringify(text)}, which is neither an IP address nor a host name: write one such as 127.0.0.1, ::1 or localhost, without a port`;
}

/** What is wrong with the address of a service that is called, if anything is; never with what may be a password. */
export function addressFault(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) {
    return "is not an http(s) address: write one such as https://datamint.example/spec.json";
  }
  if (url.username !== "" || url.password !== "") {
    return "has a user name or a password in it, which cannot be sent and would be logged: leave them out";
  }
  if (text.includes("#")) return "has a fragment (#), which is never sent: leave it out";
  // Rules, keys and answers that somebody on the way can read or change are nobody's.
  return url.protocol === "https:" || isThisMachine(text)
    ? undefined
    : `must begin with https://, because ${url.host} is not this machine`;
}

// Where a product can be without being on the Internet.
const inside = new Set(["private", "uniqueLocal", "carrierGradeNat", "loopback"]);

/** Why nothing is fetched from a literal address, if so. Only public ones are reached, and those of the listed networks. */
export function insideFault(text: string, networks: readonly string[]): string | undefined {
  const host = URL.parse(text)?.hostname.replace(/^\[|\]$/g, "") ?? "";
  if (isIP(host) === 0) return undefined;
  const address = ipaddr.process(host);
  if (address.range() === "unicast") return undefined;
  if (!inside.has(address.range())) return `is at ${address}, where no service of a product can be`;
  const isListed = networks.some((network) => {
    const [first, bits] = ipaddr.parseCIDR(network);
    return first.kind() === address.kind() && address.match([first, bits] as never);
  });
  const example = `"${address}/${address.kind() === "ipv4" ? 32 : 128}"`;
  return isListed
    ? undefined
    : `is at ${address}, which is not a public address: list its network in networks, such as ${example}`;
}

/** The same address, so that paths can be appended. */
export function withoutSlash(address: string): string {
  return address.replace(/\/$/, "");
}

/** Whether an address is on this machine: nobody on the way can read or change what is sent there. */
export function isThisMachine(text: string): boolean {
  const host = URL.parse(text)?.hostname ?? "";
  return host === "localhost" || host === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(host);
}
