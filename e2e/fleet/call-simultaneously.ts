import type { Answer, Callers, Sent } from "@assay/testing/services/callers";
import type { Fleet } from "@assay/testing/services/start-fleet";

/** Sends calls at the same time, spread evenly over all instances. */
export async function callSimultaneously(
  { instances }: Pick<Fleet, "instances">,
  callers: Callers,
  calls: number,
  createCall: (index: number) => Sent,
): Promise<readonly Answer[]> {
  const share = Math.ceil(calls / instances.length);
  await Promise.all(instances.map(({ url }) => callers.open(url, share)));
  const pickUrl = (index: number) => instances[index % instances.length]?.url ?? "";
  return await Promise.all(
    Array.from({ length: calls }, (_, index) => callers.call(pickUrl(index), createCall(index))),
  );
}

/** Counts the answers with each status. */
export function countStatuses(answers: readonly Pick<Answer, "status">[]): { readonly [status: string]: number } {
  const counts: { [status: string]: number } = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
