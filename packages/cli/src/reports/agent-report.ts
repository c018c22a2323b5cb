import { describeForAgent } from "@assay/contract";
import type { Io } from "../io.ts";
import { formatPlace } from "../terminal/source-lines.ts";
import { toPrintable, toPrintableLines } from "../terminal/to-printable.ts";
import type { Reporter } from "./reporter.ts";
import { totalsLine } from "./reporter.ts";

/** Writes verdicts for language models, as MCP does. With several files, each verdict starts with a file name. */
export function createAgentReporter({ out }: Pick<Io, "out">): Reporter {
  return {
    reportVerdict({ verdict, draft, isInBatch = false }) {
      if (isInBatch) out.write(`${draft.name}:\n`);
      out.write(`${toPrintableLines(describeForAgent(verdict))}\n`);
    },
    reportUnreadable({ source, furtherErrors = [], ...first }) {
      for (const { code, message, mark } of [first, ...furtherErrors])
        out.write(`${toPrintable(`${formatPlace(source, mark.from)} error ${code} ${message}`)}\n`);
    },
    end(totals) {
      if (totals) out.write(`${totalsLine(totals)}\n`);
    },
  };
}
