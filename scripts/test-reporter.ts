// Prints each failure when it happens, and lists all failed tests at the end. ASSAY_FIGURES=on adds measurements.
import { relative } from "node:path";
import type { TestEvent } from "node:test/reporters";
import { inspect } from "node:util";

// biome-ignore lint/style/noDefaultExport: Node's test runner takes the default export as the reporter.
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const red: string[] = [];
  for await (const { type, data } of events) {
    if (type === "test:stdout" || type === "test:stderr")
      yield process.env.ASSAY_FIGURES === "on" ? data.message : data.message.replaceAll(/^figure: .*\n?/gm, "");
    if (type === "test:fail" && !/^\d+ subtests? failed$/.test(data.details.error.message)) {
      const title = `${relative("", data.file ?? "")}:${data.line} ${data.name}`;
      red.push(`  ${title}\n`);
      yield `\nFAILED ${title}\n${inspect(data.details.error.cause ?? data.details.error)}\n\n`;
    }
    if (type === "test:summary" && data.file === undefined) {
      const { tests, passed, skipped } = data.counts;
      const seconds = Math.round(data.duration_ms / 1_000);
      if (red.length > 0) yield `\nRed tests:\n${red.join("")}`;
      yield `\n${passed} passed, ${tests - passed - skipped} failed, ${skipped} skipped, ${seconds} s\n`;
    }
  }
}
