// Reports a run of Node's test runner: each failure in full when it happens and as one line at the end, and the slowest
// tests. With ASSAY_FIGURES=on, also a line for each file, and the figures that tests print.
import { writeSync } from "node:fs";
import { relative, resolve } from "node:path";
import type { EventData } from "node:test";
import type { TestEvent } from "node:test/reporters";
import { inspect } from "node:util";

type Located = Pick<EventData.TestDequeue, "name" | "file" | "line" | "nesting">;
type Ended = EventData.TestComplete | EventData.TestPass | EventData.TestFail;

const slowestShown = 10;
const showsFigures = process.env.ASSAY_FIGURES === "on";
/** After how long without a word from any test a run is given up; never, unless set. */
const silenceMs = Number(process.env.ASSAY_SILENCE_MS ?? 0);

// biome-ignore lint/style/noDefaultExport: Node's test runner takes the default export as the reporter.
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const tests: Ended[] = [];
  const failures: Ended[] = [];
  const running = new Map<string, string>();
  const silence = silenceMs > 0 ? setTimeout(() => giveUp([...running.values()]), silenceMs).unref() : undefined;
  for await (const { type, data } of events) {
    silence?.refresh();
    if (type === "test:dequeue") running.set(keyOf(data), titleOf(data));
    if (type === "test:complete") running.delete(keyOf(data));
    if (type === "test:stdout" || type === "test:stderr") yield withoutFigures(data.message);
    if (type === "test:diagnostic" && data.file !== undefined && showsFigures) yield `${data.message}\n`;
    if ((type === "test:pass" || type === "test:fail") && !isFile(data)) tests.push(data);
    if (type === "test:fail" && hasOwnReason(data)) {
      failures.push(data);
      yield `\nFAILED ${titleOf(data)}\n${inspect(data.details.error.cause ?? data.details.error)}\n\n`;
    }
    if (type === "test:complete" && isFile(data) && showsFigures) yield fileLine(data);
    if (type === "test:summary" && data.file === undefined) yield summary(data, tests, failures);
  }
}

/** Names what has not ended, and stops Node's test runner, which kills the processes of its files. */
function giveUp(running: readonly string[]): void {
  const waited = `HUNG: no test began or ended within ${silenceMs / 60_000} minutes. Not ended:`;
  writeSync(2, `\n${[waited, ...running].join("\n  ")}\n`);
  process.kill(process.pid, "SIGINT");
}

function withoutFigures(text: string): string {
  return showsFigures ? text : text.replaceAll(/^figure: .*\n?/gm, "");
}

function fileLine(ended: EventData.TestComplete): string {
  return `${ended.details.passed ? "ok " : "RED"} ${seconds(ended)} s  ${relative(process.cwd(), ended.details.type === "suite" ? ended.name : (ended.file ?? ended.name))}\n`;
}

function summary({ counts, duration_ms }: EventData.TestSummary, tests: readonly Ended[], failures: readonly Ended[]) {
  const { passed, skipped, todo } = counts;
  const failed = counts.tests - passed - skipped - todo;
  const slowest = tests.toSorted((a, b) => b.details.duration_ms - a.details.duration_ms).slice(0, slowestShown);
  return [
    "",
    "Slowest tests:",
    ...slowest.map((test) => `${seconds(test)} s  ${titleOf(test)}`),
    ...(failures.length > 0 ? ["", "Red tests:", ...failures.map((test) => `  ${titleOf(test)}`)] : []),
    "",
    `Total: ${(duration_ms / 1_000).toFixed(1)} s`,
    `${passed} passed, ${failed} failed, ${skipped} skipped`,
    "",
  ].join("\n");
}

/** Whether this is about a whole file, or about all files of a process. */
function isFile({ name, file, nesting, details }: Ended): boolean {
  return nesting === 0 && file !== undefined && (resolve(name) === file || details.type === "suite");
}

/** Whether a test failed by itself; the others fail because a test inside them did. */
function hasOwnReason({ details }: EventData.TestFail): boolean {
  return (details.error as { readonly failureType?: string }).failureType !== "subtestsFailed";
}

function keyOf({ nesting, name, file = "", line }: Located): string {
  return [file, line, nesting, name].join("\n");
}

function titleOf({ name, file = "", line }: Located): string {
  return `${relative(process.cwd(), file)}:${line} ${name}`;
}

function seconds({ details }: Ended): string {
  return (details.duration_ms / 1_000).toFixed(1).padStart(6);
}
