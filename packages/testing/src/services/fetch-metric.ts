/** What an instance tells its operator under a name, which may be a pattern. */
export async function fetchMetric({ operatorUrl }: { readonly operatorUrl: string }, name: string): Promise<number> {
  const text = await (await fetch(`${operatorUrl}/metrics`, { headers: { connection: "close" } })).text();
  return Number(new RegExp(`^${name} (.+)$`, "m").exec(text)?.[1]);
}
