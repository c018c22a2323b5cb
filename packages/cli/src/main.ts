#!/usr/bin/env node
import { readFileSync } from "node:fs";

const args = process.argv.slice(2);
if (args.length === 1 && (args[0] === "--version" || args[0] === "-V")) {
  // Nothing else is loaded for this.
  process.stdout.write(`${readVersion()}\n`);
} else {
  const [{ createProcessIo }, { run }] = await Promise.all([import("./process-io.ts"), import("./run.ts")]);
  process.exitCode = await run(args, createProcessIo(readVersion));
}

/** The version of the command line, and of the engine in it: all packages have the same. */
function readVersion(): string {
  const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { version: string };
  return manifest.version;
}
