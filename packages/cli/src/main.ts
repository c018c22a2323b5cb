#!/usr/bin/env node
import { readFileSync } from "node:fs";

// The rest of the program, which older versions cannot load, is imported after this.
if (process.versions.node.localeCompare("24.11", "en", { numeric: true }) < 0) {
  process.stderr.write(`assay needs Node 24.11 or newer. This is Node ${process.versions.node}.\n`);
  process.exit(2);
}

const args = process.argv.slice(2);
if (args.length === 1 && (args[0] === "--version" || args[0] === "-V")) {
  // Prints the version without loading the rest of the program.
  process.stdout.write(`${readVersion()}\n`);
} else {
  const [{ createProcessIo }, { run }] = await Promise.all([import("./process-io.ts"), import("./run.ts")]);
  process.exitCode = await run(args, createProcessIo(readVersion));
}

/** The version of this package, which is also the version of the engine: all packages share it. */
function readVersion(): string {
  const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { version: string };
  return manifest.version;
}
