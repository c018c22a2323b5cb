import type { Answer, Callers, Sent } from "@assay/testing/services/callers";
import type { Fleet } from "@assay/testing/services/start-fleet";

/** Sends calls to all instances at the same time, to each of them in turn. */
export async function callSimultaneously(
  { instances }: Pick<Fleet, "instances">,
  callers: Callers,
  calls: number,
  sent: (turn: number) => Sent,
): Promise<readonly Answer[]> {
  const share = Math.ceil(calls / instances.length);
  await Promise.all(instances.map(({ url }) => callers.open(url, share)));
  const pickUrl = (turn: number) => instances[turn % instances.length]?.url ?? "";
  return await Promise.all(Array.from({ length: calls }, (_, turn) => callers.call(pickUrl(turn), sent(turn))));
}

/** How many answers have each status. */
export function countStatuses(answers: readonly Pick<Answer, "status">[]): { readonly [status: string]: number } {
  const counts: { [status: string]: number } = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
