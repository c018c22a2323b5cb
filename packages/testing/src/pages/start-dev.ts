import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { delimiter, dirname, join } from "node:path";
import { parseEnv } from "node:util";
import { type Child, startChild } from "../services/start-child.ts";

const script = join(import.meta.dirname, "../../../../scripts/dev.ts");
const portsInARow = 8;
const assignedPorts: number[] = [];

/** Starts `npm run dev` at a port and those after it, with its folder `try` in `cwd`. */
export function startDev(port: number, cwd: string): Promise<Child> {
  return startChild({
    args: ["--conditions=assay-source", script],
    env: { ...process.env, PORT: String(port) },
    cwd,
    isReady: (line) => line.startsWith("Ctrl-C"),
  });
}

/** The variables that `npm run dev` writes for its reader. */
export function readVariables(cwd: string): NodeJS.Dict<string> {
  return parseEnv(readFileSync(join(cwd, "try/.env"), "utf8"));
}

/** The environment of a reader: whoever runs tests sets variables for them, and a service refuses those it does not know. */
export const readersEnv: NodeJS.ProcessEnv = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith("ASSAY_") && name !== "NODE_OPTIONS"),
  ),
  PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
};

/** A text of a page in which the ports 8080 to 8087 are those from `port` on. */
export function movePorts(port: number, text: string): string {
  return text.replace(/([:=])808([0-7])\b/g, (_, before: string, digit: string) => `${before}${port + Number(digit)}`);
}

/** The first of eight free ports. They have four digits, as those of the pages, so that no line gets longer. */
export async function findFreePorts(): Promise<number> {
  for (let tries = 0; tries < 50; tries += 1) {
    // Below the ports that Linux gives to outgoing connections, which may take one before it is listened on, and above those
    // that `fetch` refuses, such as 6697: a service would wait for its rules for ever.
    const base = 7_000 + Math.floor(Math.random() * 2_900);
    // Pages that are followed at the same time listen only later.
    if (assignedPorts.some((other) => Math.abs(base - other) < portsInARow)) continue;
    assignedPorts.push(base);
    const free = await Promise.all(Array.from({ length: portsInARow }, (_, offset) => isPortFree(base + offset)));
    if (free.every(Boolean)) return base;
  }
  throw new Error(`no ${portsInARow} free ports in a row`);
}

async function isPortFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return (server.address() as AddressInfo).port === port;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
