#!/usr/bin/env node
import { readVersion } from "./version.ts";

const args = process.argv.slice(2);
if (args.length === 1 && (args[0] === "--version" || args[0] === "-V")) {
  // Nothing else is loaded for this.
  process.stdout.write(`${readVersion()}\n`);
} else {
  const [{ createProcessIo }, { run }] = await Promise.all([import("./process-io.ts"), import("./run.ts")]);
  process.exitCode = await run(args, createProcessIo(readVersion));
}
