#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { startApp } from "./app.ts";
import { readConfig } from "./config/read-config.ts";

const read = readConfig(process.env, (path) => readFileSync(path, "utf8"));
if (read.kind === "faulty") {
  process.stderr.write(`The configuration cannot be used:\n${read.faults.map((fault) => `  ${fault}\n`).join("")}`);
  process.exit(78);
}
if (process.argv.includes("--check-config")) {
  process.stdout.write("The configuration can be used.\n");
  process.exit(0);
}

const { logLevel, ...config } = read.config;
const app = await startApp({ ...config, drainMs: 1_000, log: { level: logLevel } });
for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.once(signal, () => {
    app.close().then(() => process.exit(0));
  });
}
