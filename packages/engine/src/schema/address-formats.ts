const octet = "(?:\\d|[1-9]\\d|1\\d\\d|2[0-4]\\d|25[0-5])";
const ipv4 = `${octet}(?:\\.${octet}){3}`;
const ipv6 = createIpv6Source("[\\da-fA-F]{1,4}");

const ipv4Pattern = new RegExp(`^${ipv4}$`);
const ipv6Pattern = new RegExp(`^${ipv6}$`);
const hostnamePattern = /^(?!-)[A-Za-z\d-]{1,63}(?<!-)(?:\.(?!-)[A-Za-z\d-]{1,63}(?<!-))*$/;

export function isIPv4(text: string): boolean {
  return ipv4Pattern.test(text);
}

export function isIPv6(text: string): boolean {
  return ipv6Pattern.test(text);
}

/** Whether a name has the form that RFC 1123 defines in section 2.1. */
export function isHostname(text: string): boolean {
  return text.length < 256 && hostnamePattern.test(text);
}

// RFC 5321, section 4.1.2. Only IPv4 and IPv6 address literals are supported.
const atom = "[\\w!#$%&'*+\\-/=?^`{|}~]+";
const quotedString = '"(?:[\\x20-\\x21\\x23-\\x5b\\x5d-\\x7e]|\\\\[\\x20-\\x7e])*"';
const subdomain = "[a-zA-Z\\d](?:[a-zA-Z\\d-]*[a-zA-Z\\d])?";
const emailPattern = new RegExp(
  `^(?:${atom}(?:\\.${atom})*|${quotedString})@(?:${subdomain}(?:\\.${subdomain})*|\\[(?:${ipv4}|[Ii][Pp][Vv]6:${ipv6})\\])$`,
);

export function isEmail(text: string): boolean {
  return emailPattern.test(text);
}

// The IPv6address rule of RFC 3986, section 3.2.2: the more groups before "::", the fewer after it.
function createIpv6Source(group: string): string {
  const last = `(?:${group}:${group}|${ipv4})`;
  const repeatGroup = (max: number) => (max === 0 ? `(?:${group})?` : `(?:(?:${group}:){0,${max}}${group})?`);
  const compressed = [3, 2, 1, 0].map((after, index) => `${repeatGroup(index + 1)}::(?:${group}:){${after}}${last}`);
  const forms = [
    `(?:${group}:){6}${last}`,
    `::(?:${group}:){5}${last}`,
    `${repeatGroup(0)}::(?:${group}:){4}${last}`,
    ...compressed,
    `${repeatGroup(5)}::${group}`,
    `${repeatGroup(6)}::`,
  ];
  return `(?:${forms.join("|")})`;
}
