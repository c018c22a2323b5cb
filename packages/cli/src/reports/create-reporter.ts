import type { Io } from "../io.ts";
import { createAgentReporter } from "./agent-report.ts";
import { createGithubReporter } from "./github-report.ts";
import { createJsonReporter } from "./json-report.ts";
import { createPrettyReporter } from "./pretty-report.ts";
import type { Format, Reporter } from "./reporter.ts";

/** Creates the reporter for a format. Every JSON object starts with the members of `header`. */
export function createReporter(format: Format, io: Io, header: object = {}): Reporter {
  switch (format) {
    case "pretty":
      return createPrettyReporter(io);
    case "github":
      return createGithubReporter(io);
    case "agent":
      return createAgentReporter(io);
    case "json":
      return createJsonReporter(io, header);
  }
}
