import { hang, wrap } from "../terminal/wrap.ts";

/** What decides where a key, drafts and packages go: one table, for the help and for the guide. */
const accessTable: readonly { readonly what: string; readonly order: string; readonly goes: string }[] = [
  {
    what: "service",
    order: "the first of --service, ASSAY_SERVICE, assay.json, your only login",
    goes: "A service named only in assay.json gets no key and no draft unless you are logged in there.",
  },
  {
    what: "key",
    order: "the first of --key-file, ASSAY_KEY (not if only assay.json names the service), the login for that service",
    goes: "It goes to a service that you named (--service, ASSAY_SERVICE, a login), and to products.",
  },
  {
    what: "products",
    order: "all of --product, ASSAY_PRODUCTS, a remembered yes",
    goes: 'Only these get packages and your key. "products" in assay.json is a suggestion.',
  },
];

/** What applies to all of them. */
const accessRule =
  "Addresses must be https, except on this machine. Without a terminal, the command does not prompt: it refuses and says what to set.";

/** The table as the help shows it. */
export function accessHelp(width = 80): string {
  const rows = accessTable.flatMap(({ what, order, goes }) => [
    ...hang(`  ${what.padEnd(10)}`, 12, order, width),
    ...hang(" ".repeat(12), 12, goes, width),
  ]);
  return ["Where your key, drafts and packages go:", ...rows, ...wrap(accessRule, width - 2)].join("\n");
}

/** The table as Markdown. */
export function accessMarkdown(): string {
  const code = (text: string) => text.replace(/--[a-z-]+|ASSAY_[A-Z]+|assay\.json|"products"/g, "`$&`");
  const rows = accessTable.map(({ what, order, goes }) => `| ${what} | ${code(order)} | ${code(goes)} |`);
  return ["| What | Which one | Where it goes |", "| --- | --- | --- |", ...rows, "", accessRule].join("\n");
}
