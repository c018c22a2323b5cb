import { connectCallers } from "./load.ts";
import { median } from "./measure.ts";

/** One of the calls that are compared. */
export interface Arm {
  readonly url: string;
  readonly body: string;
  /** More headers for the next call, each a line; none unless given. */
  headers?(): readonly string[];
}

const plan = { connections: 4, roundMs: 1_000 };

/**
 * Makes each call for a second in turn, and prints the processor time that the service took for one of each, as it tells
 * at `meterUrl`. The result divides the times of two, within the rounds.
 */
export async function compareProcessorTime<Name extends string>(
  arms: { readonly [name in Name]: Arm },
  options: { readonly meterUrl: string; readonly rounds?: number; beforeRound?(): Promise<void> },
): Promise<(name: Name, to: Name) => number> {
  const { meterUrl, rounds: count = 9, beforeRound } = options;
  const names = Object.keys(arms) as Name[];
  await using connected = new AsyncDisposableStack();
  const callers = new Map<Name, Awaited<ReturnType<typeof connectCallers>>>();
  for (const name of names) {
    const { url, body, headers } = arms[name];
    const { connections } = plan;
    const isExpected = (answer: string) => answer.includes('"valid":true');
    const options = { connections, isExpected, ...(headers && { headers }) };
    callers.set(name, connected.use(await connectCallers(url, body, options)));
  }
  const processorUs = async () => Number(await (await fetch(meterUrl)).text());

  const rounds: Map<Name, number>[] = [];
  for (let round = 0; round <= count; round += 1) {
    await beforeRound?.();
    const measured = new Map<Name, number>();
    // Each goes first in turn, so that a machine that is busy for a while slows all.
    for (let turn = 0; turn < names.length; turn += 1) {
      const name = names[(turn + round) % names.length] as Name;
      const before = await processorUs();
      const { calls } = (await callers.get(name)?.run(plan.roundMs)) ?? { calls: 0 };
      measured.set(name, ((await processorUs()) - before) / calls);
    }
    // The first round is for the compiler.
    if (round > 0) rounds.push(measured);
  }

  const us = (round: Map<Name, number>, name: Name) => round.get(name) ?? Number.NaN;
  console.log(`${plan.connections} connections; medians of ${count} rounds, in µs per call:\n`);
  for (const name of names) {
    console.log(
      `${name.padEnd(10)}${median(rounds.map((round) => us(round, name)))
        .toFixed(0)
        .padStart(8)}`,
    );
  }
  console.log("");
  return (name, to) => median(rounds.map((round) => us(round, name) / us(round, to)));
}
