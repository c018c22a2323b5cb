import type { Draft, ReadDraft } from "../draft/read-draft.ts";
import type { Io } from "../io.ts";
import type { Checked, DomainRef } from "../verdicts/checked.ts";
import { agentReport, agentUnreadable } from "./agent-report.ts";
import { githubReport, githubUnreadable } from "./github-report.ts";
import { jsonReport, jsonUnreadable } from "./json-report.ts";
import { lookOf } from "./look.ts";
import { prettyReport, unreadableReport } from "./pretty-report.ts";

/** How a verdict is written: for people, programs, pull requests or agents. */
export type Format = "pretty" | "json" | "github" | "agent";

/** Writes a verdict, and returns what is left to do at the end: JSON is one document, however many files there are. */
export function printReport(
  checked: Checked,
  draft: Draft,
  domain: DomainRef,
  format: Format,
  io: Io,
): object | undefined {
  switch (format) {
    case "pretty":
      io.out.write(prettyReport(checked, draft, lookOf(io, io.out)));
      return undefined;
    case "github":
      io.out.write(githubReport(checked, draft));
      return undefined;
    case "agent":
      io.out.write(agentReport(checked, draft));
      return undefined;
    case "json":
      return jsonReport(checked, draft, domain);
  }
}

/** The same for a text that is not a candidate at all. */
export function printUnreadable(
  read: Extract<ReadDraft, { kind: "unreadable" }>,
  format: Format,
  io: Io,
): object | undefined {
  switch (format) {
    case "pretty":
      io.out.write(unreadableReport(read, lookOf(io, io.out)));
      return undefined;
    case "github":
      io.out.write(githubUnreadable(read));
      return undefined;
    case "agent":
      io.out.write(agentUnreadable(read));
      return undefined;
    case "json":
      return jsonUnreadable(read);
  }
}
