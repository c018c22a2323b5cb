/** Fetches a metric of an instance. The name is a regular expression. */
export async function fetchMetric({ operatorUrl }: { readonly operatorUrl: string }, name: string): Promise<number> {
  const text = await (await fetch(`${operatorUrl}/metrics`, { headers: { connection: "close" } })).text();
  return Number(new RegExp(`^${name} (.+)$`, "m").exec(text)?.[1]);
}
