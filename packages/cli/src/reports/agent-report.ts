import { describeForAgent } from "@assay/contract";
import type { Io } from "../io.ts";
import { printable, printableLines } from "../terminal/printable.ts";
import { placeIn } from "../terminal/source-lines.ts";
import type { Reporter } from "./reporter.ts";
import { totalsLine } from "./reporter.ts";

/** Writes verdicts for language models, as MCP does; of several files, each below its name. */
export function createAgentReporter({ out }: Pick<Io, "out">): Reporter {
  return {
    verdict({ checked, draft, isOneOfSeveral = false }) {
      if (isOneOfSeveral) out.write(`${draft.name}:\n`);
      out.write(`${printableLines(describeForAgent(checked))}\n`);
    },
    unreadable({ source, others = [], ...first }) {
      for (const { code, message, at } of [first, ...others])
        out.write(`${printable(`${placeIn(source, at.from)} error ${code} ${message}`)}\n`);
    },
    end(totals) {
      if (totals) out.write(`${totalsLine(totals)}\n`);
    },
  };
}
