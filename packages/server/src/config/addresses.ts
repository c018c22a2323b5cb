import ipaddr from "ipaddr.js";

/** What is wrong with a list of networks, if anything is. */
export function networksFault(networks: readonly string[]): string | undefined {
  const wrong = networks.filter((network) => !ipaddr.isValidCIDR(network));
  if (wrong.length > 0) return `has entries that are no networks such as 10.0.0.0/8: ${wrong.join(" ")}`;
  const everybody = networks.find((network) => ipaddr.parseCIDR(network)[1] === 0);
  return everybody === undefined ? undefined : `has ${everybody}, which is everybody; list the networks that are meant`;
}

/** Whether a host is this machine, where nobody on the way can read or change what is sent. */
export function isThisMachine(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(host);
}
