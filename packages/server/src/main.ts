#!/usr/bin/env node
import { readFileSync } from "node:fs";

// The modules below, which older versions cannot load, are imported after this.
if (process.versions.node.localeCompare("24.11", "en", { numeric: true }) < 0)
  exit(78, `assay-server needs Node 24.11 or newer. This is Node ${process.versions.node}.`);
const { checkConnections, formatConnections } = await import("./app/check-connections.ts");
const { openApp, version } = await import("./app.ts");
const { readConfig } = await import("./config/read-config.ts");
const { settings } = await import("./config/settings.ts");

// Refuse unknown flags: a mistyped flag would start the service instead.
const flags = ["--check", "--connect", "--help", "--version"];
const args = process.argv.slice(2);
const unknown = args.find((argument) => !flags.includes(argument));
// The value of an unknown flag could be a key.
if (unknown !== undefined)
  exit(78, `Unknown option: ${JSON.stringify(unknown.replace(/=.*/s, ""))}. Options: ${flags.join(", ")}.`);
if (args.includes("--help")) exit(0, formatUsage());
if (args.includes("--version")) exit(0, version);
if (args.includes("--connect") && !args.includes("--check"))
  exit(78, "--connect needs --check: assay-server --check --connect");

const read = readConfig(process.env, (path) => readFileSync(path, "utf8"));
if (read.kind === "invalid") {
  exit(78, ["The configuration is invalid:", ...read.errors.map((error) => `  ${error}`)].join("\n"));
}
const { logLevel, ...config } = read.config;

if (args.includes("--check")) {
  const validMessage = "The configuration is valid.";
  if (!args.includes("--connect")) exit(0, validMessage);
  const checked = await checkConnections({ ...config, key: process.env.ASSAY_KEY });
  process.stdout.write(`${validMessage}\n${formatConnections(checked)}\n`);
  process.exit(checked.some(({ kind }) => kind === "failed") ? 1 : 0);
}

const opening = openApp({ ...config, log: { level: logLevel } }).catch((reason) => {
  const explanation = explainStartError(reason, config);
  if (explanation === undefined) throw reason;
  return exit(1, explanation);
});
// Added before the service is open, so that a signal stops it even while a product hangs.
for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.once(signal, async () => {
    await (await opening).close();
    // The process ends once it is idle. Preloaded modules, such as a tracer, have two seconds to send remaining data.
    setTimeout(() => process.exit(0), 2_000).unref();
  });
}

function exit(code: number, text: string): never {
  (code === 0 ? process.stdout : process.stderr).write(`${text}\n`);
  process.exit(code);
}

function formatUsage(): string {
  const lines = Object.entries(settings).map(([name, { byDefault, about, isSecret }]) => {
    const value = byDefault === undefined ? "required" : byDefault === "" ? "optional" : `default: ${byDefault}`;
    const fileVariant = isSecret ? `; or ${name}_FILE=PATH` : "";
    const [summary] = about.split(/(?<=\.) /);
    return `  ${name} (${value}${fileVariant})\n      ${summary}`;
  });
  return `Usage: assay-server [--check [--connect]] [--help] [--version]

Checks proposals before they are submitted, over HTTP and MCP. Runs until SIGTERM or SIGINT.

  --check    check the configuration and exit
  --connect  with --check: also connect to each service that it names, once, and exit with 1 if one fails
  --help     show this help
  --version  show the version

Environment variables (docs/reference/configuration.md has the details):

${lines.join("\n")}`;
}

/** Explains why the service cannot start and which setting to change; undefined for an unexpected error. */
function explainStartError(
  reason: unknown,
  { host, port, operatorHost, operatorPort }: typeof config,
): string | undefined {
  const { code, ...failed } = reason as { readonly [member in "code" | "port" | "hostname" | "address"]?: unknown };
  const isOperator =
    (failed.port !== undefined && failed.port === operatorPort && failed.port !== port) ||
    (operatorHost !== host && [failed.hostname, failed.address].includes(operatorHost));
  const portSetting = `${isOperator ? "ASSAY_OPERATOR_PORT" : "ASSAY_PORT"}=${failed.port}`;
  const hostSetting = isOperator
    ? `ASSAY_OPERATOR_HOST=${JSON.stringify(operatorHost)}`
    : `ASSAY_HOST=${JSON.stringify(host)}`;
  switch (code) {
    case "EADDRINUSE":
      return `${portSetting}: the port is already in use. Stop the other process, or choose another port.`;
    case "EACCES":
      return `${portSetting}: this user is not allowed to listen on the port. Choose port 1024 or higher.`;
    case "EADDRNOTAVAIL":
    case "EAFNOSUPPORT":
    case "EINVAL":
      return `${hostSetting} is not an address of this machine. Use one of its addresses, or 0.0.0.0 for all of them.`;
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `${hostSetting} cannot be resolved. Use an address of this machine, such as 127.0.0.1.`;
    case "ERR_WORKBENCH_DAMAGED":
      return (reason as Error).message;
    default:
      return undefined;
  }
}
