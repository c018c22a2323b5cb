import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { delimiter, dirname, join } from "node:path";
import { parseEnv } from "node:util";
import { type Child, startChild } from "../services/start-child.ts";

const script = join(import.meta.dirname, "../../../../scripts/dev.ts");
const portCount = 8;
const assignedPorts: number[] = [];

/** Starts `npm run dev` on `port` and the ports after it. It creates its folder `try` in `cwd`. */
export function startDev(port: number, cwd: string): Promise<Child> {
  return startChild({
    args: ["--conditions=assay-source", script],
    env: { ...process.env, PORT: String(port) },
    cwd,
    isReady: (line) => line.startsWith("Ctrl-C"),
  });
}

/** Reads the variables that `npm run dev` writes to `try/.env`. */
export function readVariables(cwd: string): NodeJS.Dict<string> {
  return parseEnv(readFileSync(join(cwd, "try/.env"), "utf8"));
}

/** The environment of a reader, without the variables for tests, some of which a service would refuse as unknown. */
export const readersEnv: NodeJS.ProcessEnv = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith("ASSAY_") && name !== "NODE_OPTIONS"),
  ),
  PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
};

/** Replaces the ports 8080 to 8087 in the text of a page with eight ports starting at `port`. */
export function movePorts(port: number, text: string): string {
  return text.replace(/([:=])808([0-7])\b/g, (_, before: string, digit: string) => `${before}${port + Number(digit)}`);
}

/** Finds eight consecutive free ports and returns the first. They have four digits, like the ports on pages. */
export async function findFreePorts(): Promise<number> {
  for (let attempts = 0; attempts < 50; attempts += 1) {
    // Stays below the ephemeral ports, which an outgoing connection could take before the server does, and above the
    // ports that `fetch` refuses, such as 6697, from which a service could never fetch its rules.
    const base = 7_000 + Math.floor(Math.random() * 2_900);
    // Avoids ports that were assigned to another page in this process, which might not listen on them yet.
    if (assignedPorts.some((other) => Math.abs(base - other) < portCount)) continue;
    assignedPorts.push(base);
    const free = await Promise.all(Array.from({ length: portCount }, (_, offset) => isPortFree(base + offset)));
    if (free.every(Boolean)) return base;
  }
  throw new Error(`Could not find ${portCount} consecutive free ports.`);
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
